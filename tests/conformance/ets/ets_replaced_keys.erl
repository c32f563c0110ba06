%% shows which bodies of ets:select_replace/2 are seen to keep the key, and steps from '$end_of_table'
-module(ets_replaced_keys).
-export([main/0]).

main() ->
    Keys = ['$1', {'$1', '$2'}, {'$1', '_'}, {'$1', {'$2', a}}, ['$1' | '$2'], ['$1', x], a, {a, 1}, '_', {}, [], "ab", #{k => '$1'}, '$_', '$$', {'$_', '$$'}],
    Made = ['$1', {{'$1', '$2'}}, {{'$1', {{'$2', a}}}}, ['$1' | '$2'], ['$1', x], a, {const, a}, {const, {a, 1}}, {{a, 1}}, {{a, {const, 1}}},
            {const, {'$1', '$2'}}, {const, '$1'}, {const, ['$1', x]}, '_', {element, 1, '$_'}, {element, 2, '$_'}, {{}}, {const, {}}, [], "ab",
            {const, "ab"}, #{k => '$1'}, {{'$2', '$1'}}, {{'$1', '_'}}, {'+', '$1', 0}, {a}, '$_', '$$',
            {{'$_', '$$'}}, {const, '$_'}, {const, {'$_', '$$'}}],
    Table = ets:new(table, []),
    [io:format("~w: ~w~n", [Key, [New || New <- Made, replaces(Table, Key, New)]]) || Key <- Keys],
    [io:format("~w ~w~n", [Head, [Body || Body <- constants(), replaces(Table, Head, Body, whole)]]) ||
        Head <- [{a, 1}, {a, '_', '$1'}, {'$1', 1}, {'_', 1}, {{a, '$1'}, 2}, {{a, 1}, 2}, {'$_'}, {#{}, 1}, '_', '$1']],
    [steps(ets:new(table, [Type])) || Type <- [set, ordered_set, bag]],
    ok.

replaces(Table, Key, New) ->
    try ets:select_replace(Table, [{{Key, '$3'}, [], [{{New, '$3', more}}]}]) of
        0 -> true
    catch error:badarg -> false
    end.

constants() ->
    [{const, {a, 1}}, {const, {a}}, {const, {a, b, c}}, {const, {'$1', 1}}, {const, {{a, 1}}}, {const, {{a, '$1'}, 2}}, {const, {}}, {const, a},
     {const, {'$_'}}, {const, {#{}, 1}}, {const, {'_', 1}}, '$_', '$1'].

replaces(Table, Head, Body, whole) ->
    try ets:select_replace(Table, [{Head, [], [Body]}]) of
        0 -> true
    catch error:badarg -> false
    end.

steps(Table) ->
    ets:insert(Table, [{a, 1}, {zz, 1}]),
    steps(Table, [first]),
    ets:insert(Table, {'$end_of_table', 1}),
    steps(Table, [second]).

steps(Table, _) ->
    io:format("~w~n", [[result(fun() -> ets:Function(Table, '$end_of_table') end) || Function <- [next, prev, next_lookup, prev_lookup],
                                                                                   ets:info(Table, type) =:= ordered_set]]).

result(Fun) ->
    try Fun()
    catch error:Reason -> Reason
    end.
