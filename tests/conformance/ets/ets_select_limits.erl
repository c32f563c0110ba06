%% shows select, match and match_object in parts: every object once, continuations, both directions
-module(ets_select_limits).
-export([main/0]).

main() ->
    [begin
         T = ets:new(parts, [Type]),
         ets:insert(T, [{I, I rem 7} || I <- lists:seq(1, 1000)]),
         MS = [{{'$1', '$2'}, [{'=/=', '$2', 3}], ['$1']}],
         Whole = lists:sort(ets:select(T, MS)),
         io:format("~w ~w~n", [Type, length(Whole)]),
         [io:format("  ~w ~w~n", [N, lists:sort(all(fun ets:select/1, ets:select(T, MS, N))) =:= Whole]) || N <- [1, 2, 10, 857, 858, 5000]],
         io:format("  ~w~n", [length(all(fun ets:match/1, ets:match(T, {'$1', 4}, 10)))]),
         io:format("  ~w~n", [lists:usort([V || {_, V} <- all(fun ets:match_object/1, ets:match_object(T, {'_', 4}, 10))])]),
         io:format("  ~w~n", [ets:select(T, [{{5000, '_'}, [], ['$_']}], 10)])
     end || Type <- [set, ordered_set, bag, duplicate_bag]],
    O = ets:new(o, [ordered_set]),
    ets:insert(O, [{I} || I <- lists:seq(1, 7)]),
    MS2 = [{{'$1'}, [], ['$1']}],
    {A, C1} = ets:select(O, MS2, 3),
    {B, C2} = ets:select(C1),
    {D, _} = ets:select(C2),
    io:format("~w ~w ~w~n", [A, B, D]),
    {E, C3} = ets:select_reverse(O, MS2, 3),
    {F, C4} = ets:select_reverse(C3),
    {G, _} = ets:select_reverse(C4),
    io:format("~w ~w ~w~n", [E, F, G]),
    %% the place is a key, so that deleting what was met does not matter
    [ets:delete(O, K) || K <- [1, 2, 3, 4]],
    io:format("~w~n", [element(1, ets:select(C1))]),
    io:format("~w~n", [ets:select('$end_of_table')]).

all(_, '$end_of_table') -> [];
all(More, {L, C}) -> L ++ all(More, More(C)).
