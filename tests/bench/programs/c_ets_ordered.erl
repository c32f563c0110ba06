%% An ordered ETS table with keys that are tuples: insert, next, prev, lookup, delete.
-module(c_ets_ordered).
-ifndef(SIZE).
-define(SIZE, 160).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Table = ets:new(t, [ordered_set]),
    loop(N, Table, 0).

loop(0, Table, Sum) -> ets:delete(Table), Sum;
loop(N, Table, Sum) ->
    [ets:insert(Table, {{X * 7919 rem 2003, X band 3}, X}) || X <- lists:seq(1, 2000)],
    S = walk(Table, ets:first(Table), 0),
    T = lists:sum([V || X <- lists:seq(1, 2000), {_, V} <- ets:lookup(Table, {X, X band 3})]),
    [ets:delete(Table, ets:first(Table)) || _ <- lists:seq(1, 500)],
    loop(N - 1, Table, (Sum + S + T) band 16#ffffff).

walk(_, '$end_of_table', Sum) -> Sum;
walk(Table, Key, Sum) -> walk(Table, ets:next(Table, Key), Sum + element(1, Key)).
