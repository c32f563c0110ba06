%% shows ets:match, match_object, select, select_delete, select_count
-module(ets_match).
-export([main/0]).

main() ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, [{N, N rem 3, {x, N * 2}} || N <- lists:seq(1, 12)]),
    io:format("~w~n", [ets:match(T, {'$1', 0, '_'})]),
    io:format("~w~n", [ets:match_object(T, {'_', 1, {x, '_'}})]),
    io:format("~w~n", [ets:select(T, [{{'$1', '$2', '_'}, [{'>', '$1', 8}], [{{'$2', '$1'}}]}])]),
    io:format("~w~n", [ets:select(T, [{{'$1', '_', {x, '$2'}}, [{'=:=', {'rem', '$1', 5}, 0}], ['$2', '$_']}])]),
    io:format("~w~n", [ets:select_count(T, [{{'_', 2, '_'}, [], [true]}])]),
    io:format("~w ~w~n", [ets:select_delete(T, [{{'$1', '_', '_'}, [{'<', '$1', 6}], [true]}]), ets:info(T, size)]),
    {L, C} = ets:select(T, [{{'$1', '_', '_'}, [], ['$1']}], 3),
    {L2, _} = ets:select(C),
    io:format("~w ~w~n", [L, L2]),
    io:format("~w~n", [ets:match_delete(T, {'_', 0, '_'})]),
    io:format("~w~n", [[K || {K, _, _} <- ets:tab2list(T)]]),
    ok.
