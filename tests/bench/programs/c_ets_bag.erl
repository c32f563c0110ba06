%% ETS bags: insert, lookup of many, delete_object, match_object.
-module(c_ets_bag).
-ifndef(SIZE).
-define(SIZE, 310).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    Table = ets:new(t, [bag]),
    [ets:insert(Table, {X rem 100, X}) || X <- lists:seq(1, 2000)],
    S = lists:sum([length(ets:lookup(Table, X)) || X <- lists:seq(1, 100)]),
    [ets:delete_object(Table, {X rem 100, X}) || X <- lists:seq(1, 2000, 4)],
    M = length(ets:match_object(Table, {7, '_'})),
    ets:delete(Table),
    loop(N - 1, (Sum + S + M) band 16#ffffff).
