%% gb_sets of tuples: add, union, intersection, take_smallest.
-module(c_gb_sets).
-ifndef(SIZE).
-define(SIZE, 170).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    A = gb_sets:from_list([{X rem 50, X} || X <- lists:seq(1, 2000, 2)]),
    B = lists:foldl(fun(X, S) -> gb_sets:add({X rem 50, X}, S) end, gb_sets:new(), lists:seq(1, 2000, 3)),
    U = gb_sets:union(A, B),
    I = gb_sets:intersection(A, B),
    loop(N - 1, (Sum + drain(U, 0) + gb_sets:size(I)) band 16#ffffff).

drain(Set, Sum) ->
    case gb_sets:is_empty(Set) of
        true -> Sum;
        false -> {{_, X}, Rest} = gb_sets:take_smallest(Set), drain(Rest, Sum + X)
    end.
