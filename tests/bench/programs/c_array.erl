%% The array module: set, get, map, foldl over some thousand entries.
-module(c_array).
-ifndef(SIZE).
-define(SIZE, 99).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    A = lists:foldl(fun(X, Acc) -> array:set(X * 31 rem 5000, X, Acc) end, array:new(5000, {default, 0}), lists:seq(1, 5000)),
    B = array:map(fun(I, X) -> X + array:get((I + 1) rem 5000, A) end, A),
    loop(N - 1, (Sum + array:foldl(fun(_, X, S) -> S + X end, 0, B)) band 16#ffffff).
