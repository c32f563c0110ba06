%% gb_trees: enter, lookup, delete, iterate.
-module(c_gb_trees).
-ifndef(SIZE).
-define(SIZE, 83).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    T1 = lists:foldl(fun(X, T) -> gb_trees:enter(X * 7919 rem 10007, X, T) end, gb_trees:empty(), lists:seq(1, 4000)),
    Found = length([X || X <- lists:seq(1, 4000), gb_trees:lookup(X, T1) =/= none]),
    T2 = lists:foldl(fun gb_trees:delete_any/2, T1, lists:seq(1, 2000)),
    loop(N - 1, (Sum + Found + walk(gb_trees:iterator(T2), 0)) band 16#ffffff).

walk(Iterator, Sum) ->
    case gb_trees:next(Iterator) of
        {K, _, Next} -> walk(Next, Sum + K);
        none -> Sum
    end.
