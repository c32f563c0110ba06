%% shows select_delete, select_replace, select_count, and compiled match specs
-module(ets_select_changes).
-export([main/0]).

main() ->
    [begin
         T = ets:new(change, [Type]),
         ets:insert(T, [{I, I rem 5, "x"} || I <- lists:seq(1, 100)]),
         io:format("~w~n", [Type]),
         p(ets:select_count(T, [{{'_', '$1', '_'}, [{'<', '$1', 2}], [true]}])),
         p(ets:select_count(T, [{{'_', '_', '_'}, [], [yes]}])),
         p(ets:select_delete(T, [{{'_', 3, '_'}, [], [true]}])),
         p(ets:select_delete(T, [{{'_', 3, '_'}, [], [true]}])),
         p(ets:select_delete(T, [{{7, '_', '_'}, [], [true]}, {{9, '_', '_'}, [], [true]}, {{1000, '_', '_'}, [], [true]}])),
         p(ets:info(T, size)),
         replace(Type, T),
         p(ets:match_delete(T, {'_', 2, '_'})),
         p(ets:info(T, size)),
         p(ets:select_delete(T, [{'_', [], [true]}])),
         p(ets:tab2list(T))
     end || Type <- [set, ordered_set, duplicate_bag]],
    MS = ets:match_spec_compile([{{'$1', '$2'}, [{'>', '$2', 1}], [{{'$2', '$1'}}]}, {'$1', [{is_atom, '$1'}], ['$1']}]),
    p(ets:is_compiled_ms(MS)),
    p(ets:is_compiled_ms(make_ref())),
    p(ets:match_spec_run([{a, 1}, {b, 2}, x, "no", {c, 3}], MS)).

replace(Type, T) ->
    p(ets:select_replace(T, [{{'$1', 4, '_'}, [], [{{'$1', four, "y"}}]}])),
    p(lists:sort(ets:match(T, {'$1', four, "y"})) =:= [[I] || I <- lists:seq(4, 100, 5), I =/= 9]),
    p(ets:select_replace(T, [{{11, '_', '_'}, [], [{{11, {{1, 2}}, "z"}}]}])),
    p(ets:lookup(T, 11)),
    p(try ets:select_replace(T, [{{'$1', '$2', '_'}, [], [{{'$2', '$1', 0}}]}]) catch error:badarg -> {badarg, Type} end).

p(X) -> io:format("  ~w~n", [X]).
