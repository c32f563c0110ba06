%% sets, version 2: add, subtract, filter, is_element.
-module(c_sets).
-ifndef(SIZE).
-define(SIZE, 180).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    A = sets:from_list(lists:seq(1, 3000, 2), [{version, 2}]),
    B = lists:foldl(fun sets:add_element/2, sets:new([{version, 2}]), lists:seq(1, 3000, 3)),
    C = sets:subtract(A, B),
    D = sets:filter(fun(X) -> X band 4 =:= 0 end, sets:union(B, C)),
    In = length([X || X <- lists:seq(1, 3000), sets:is_element(X, D)]),
    loop(N - 1, (Sum + In + sets:size(C)) band 16#ffffff).
