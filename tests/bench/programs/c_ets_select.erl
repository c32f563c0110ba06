%% ETS match specifications: select, select_count, match, foldl, tab2list.
-module(c_ets_select).
-ifndef(SIZE).
-define(SIZE, 340).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Table = ets:new(t, [set]),
    ets:insert(Table, [{X, X rem 7, {person, X rem 90, <<"name">>}} || X <- lists:seq(1, 3000)]),
    Sum = loop(N, Table, 0),
    ets:delete(Table),
    Sum.

loop(0, _, Sum) -> Sum;
loop(N, Table, Sum) ->
    A = ets:select(Table, [{{'$1', 3, {person, '$2', '_'}}, [{'>', '$2', 40}], [{{'$1', '$2'}}]}]),
    B = ets:select_count(Table, [{{'$1', '_', '_'}, [{'=:=', {'band', '$1', 3}, 1}], [true]}]),
    C = ets:match(Table, {'$1', 5, {person, 12, '_'}}),
    D = ets:foldl(fun({X, _, _}, S) -> S + X end, 0, Table),
    loop(N - 1, Table, (Sum + length(A) + B + length(C) + D) band 16#ffffff).
