%% orddict and ordsets: store, merge, union.
-module(c_orddict).
-ifndef(SIZE).
-define(SIZE, 350).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    A = lists:foldl(fun(X, D) -> orddict:store(X * 37 rem 401, X, D) end, orddict:new(), lists:seq(1, 400)),
    B = orddict:from_list([{X, X} || X <- lists:seq(1, 400, 3)]),
    C = orddict:merge(fun(_, X, Y) -> X + Y end, A, B),
    S = ordsets:union([lists:seq(X, 300, X) || X <- lists:seq(1, 20)]),
    loop(N - 1, (Sum + orddict:fold(fun(_, V, T) -> T + V end, 0, C) + length(S)) band 16#ffffff).
