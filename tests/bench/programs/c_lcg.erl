%% Linear congruential numbers: small, 48 bits, and a Lehmer one with rem.
-module(c_lcg).
-ifndef(SIZE).
-define(SIZE, 3000000).
-endif.
-define(SMALL, 100).
-include("bench.hrl").

run(N) -> loop(N, 42, 42, 42).

loop(0, A, B, C) -> {A, B, C};
loop(N, A, B, C) ->
    loop(N - 1, (A * 1664525 + 1013904223) band 16#ffffffff, (B * 25214903917 + 11) band 16#ffffffffffff,
         C * 48271 rem 2147483647).
