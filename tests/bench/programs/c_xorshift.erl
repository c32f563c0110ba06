%% 64-bit xorshift*, all intermediate values masked.
-module(c_xorshift).
-ifndef(SIZE).
-define(SIZE, 1200000).
-endif.
-define(SMALL, 100).
-include("bench.hrl").

run(N) -> loop(N, 88172645463325252).

loop(0, X) -> X band 16#ffffffff;
loop(N, X0) ->
    X1 = X0 bxor (X0 bsr 12),
    X2 = X1 bxor ((X1 bsl 25) band 16#ffffffffffffffff),
    X3 = X2 bxor (X2 bsr 27),
    loop(N - 1, (X3 * 2685821657736338717) band 16#ffffffffffffffff).
