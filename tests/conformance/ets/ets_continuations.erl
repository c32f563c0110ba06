%% shows continuations of match, match_object and select: in other processes, after changes, through external format, used twice
-module(ets_continuations).
-include("../support/edge.hrl").

main() ->
    ?T(all(fun(T) -> ets:match(T, {'$1', '_'}, 3) end, fun ets:match/1)),
    ?T(all(fun(T) -> ets:match_object(T, {'_', b}, 2) end, fun ets:match_object/1)),
    ?T(all(fun(T) -> ets:select(T, [{{'$1', a}, [], ['$1']}], 4) end, fun ets:select/1)),
    ?T(all(fun(T) -> ets:select_reverse(T, [{{'$1', '_'}, [{'<', '$1', 6}], ['$1']}], 4) end, fun ets:select_reverse/1)),
    ?T(all(fun(T) -> ets:match(T, {'$1', nothing}, 3) end, fun ets:match/1)),
    ?T(with(fun(T) -> {First, C} = ets:select(T, [{{'$1', '_'}, [], ['$1']}], 4), {First, element(1, ets:select(C)), element(1, ets:select(C))} end)),
    ?T(with(fun(T) -> {_, C} = ets:match(T, {'$1', '_'}, 8), [ets:delete(T, K) || K <- [8, 9, 10]], ets:match(C) end)),
    ?T(with(fun(T) -> {_, C} = ets:match(T, {'$1', '_'}, 8), ets:insert(T, {11, c}), ets:match(C) end)),
    ?T(with(fun(T) -> {_, C} = ets:match(T, {'$1', '_'}, 8), ets:delete_all_objects(T), ets:match(C) end)),
    ?T(with(fun(T) -> {_, C} = ets:match(T, {'$1', '_'}, 8), ets:delete(T), ets:match(C) end)),
    ?T(with(fun(T) -> {_, C} = ets:select(T, [{{'$1', '_'}, [], ['$1']}], 7), in_other(fun() -> element(1, ets:select(C)) end) end)),
    ?T(with(fun(T) -> {_, C} = ets:select(T, [{{'$1', '_'}, [], ['$1']}], 7), C2 = binary_to_term(term_to_binary(C)),
        Spec = [{{'$1', '_'}, [], ['$1']}], element(1, ets:select(ets:repair_continuation(C2, Spec))) end)),
    ?T(ets:select('$end_of_table')),
    ?T(ets:match('$end_of_table')),
    ?T(ets:select(no_continuation)),
    ?T(ets:match({a, b})),
    ?T(ets:repair_continuation('$end_of_table', [])),
    ?T(with(fun(T) -> ets:select(T, [{'_', [], ['$_']}], 0) end)),
    ?T(with(fun(T) -> ets:select(T, [{'_', [], ['$_']}], 1 bsl 70) end)),
    ?T(with(fun(T) -> ets:match(T, '_', a) end)),
    ?T(with(fun(T) -> ets:select(T, [{'_', [], ['$_']}], 10) =:= ets:select(T, [{'_', [], ['$_']}], 11) end)),
    ok.

with(F) -> T = ets:new(t, [ordered_set, public]), ets:insert(T, [{K, lists:nth(1 + K rem 2, [a, b])} || K <- lists:seq(1, 10)]), F(T).
all(First, Next) -> with(fun(T) -> chunks(First(T), Next) end).
chunks('$end_of_table', _) -> [];
chunks({Part, C}, Next) -> [Part | chunks(Next(C), Next)].
in_other(F) -> {_, R} = spawn_monitor(fun() -> exit(F()) end), receive {'DOWN', R, _, _, X} -> X end.
