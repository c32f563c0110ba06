%% An ETS set: insert, lookup, update_counter, update_element, delete.
-module(c_ets_set).
-ifndef(SIZE).
-define(SIZE, 220).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Table = ets:new(t, [set]),
    loop(N, Table, 0).

loop(0, Table, Sum) -> ets:delete(Table), Sum;
loop(N, Table, Sum) ->
    [ets:insert(Table, {X, X, "value"}) || X <- lists:seq(1, 1500)],
    S = lists:sum([ets:update_counter(Table, X, {2, 3}) || X <- lists:seq(1, 1500, 2)]),
    [ets:update_element(Table, X, {3, N}) || X <- lists:seq(1, 1500, 3)],
    T = lists:sum([length(ets:lookup(Table, X)) || X <- lists:seq(1, 3000)]),
    [ets:delete(Table, X) || X <- lists:seq(1, 1500, 5)],
    loop(N - 1, Table, (Sum + S + T + ets:info(Table, size)) band 16#ffffff).
