%% The dict module: store, update_counter, fold, erase.
-module(c_dict).
-ifndef(SIZE).
-define(SIZE, 130).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    D1 = lists:foldl(fun(X, D) -> dict:update_counter(X * X rem 997, 1, D) end, dict:new(), lists:seq(1, 4000)),
    D2 = lists:foldl(fun dict:erase/2, D1, lists:seq(1, 300)),
    loop(N - 1, (Sum + dict:fold(fun(K, V, S) -> S + K * V end, 0, D2)) band 16#ffffff).
