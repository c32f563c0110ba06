%% shows searches of an ordered set whose patterns bind the beginning of a key that is a tuple or a list
-module(ets_key_ranges).
-export([main/0]).

main() ->
    Table = ets:new(table, [ordered_set]),
    Parts = [1, 1.5, 2, a, b, {x}, #{k => v}, [], [c], <<"d">>],
    ets:insert(Table, [{{A, B}, A} || A <- Parts, B <- Parts]),
    ets:insert(Table, [{{A, B, C}, B} || A <- Parts, B <- Parts, C <- [1, a]]),
    ets:insert(Table, [{[A, B | C], C} || A <- Parts, B <- Parts, C <- [[], tail]]),
    ets:insert(Table, [{Key, simple} || Key <- [0, atom, {}, {1}, [], <<>>, #{}, '$1', '_']]),
    Patterns = [{1, '_'}, {1.0, '_'}, {a, '$1'}, {'_', a}, {a, a}, {{x}, '_'}, {{'_'}, '_'}, {#{}, '_'}, {#{k => '_'}, a}, {1.5, '_', a},
                {'$1', '$1'}, {a, '_', '_'}, [a | '_'], [a, b | '_'], [a, '_'], ['_', a | tail], [[c] | '_'], [{'_'}, '$1' | '$2'], {zz, '_'},
                {0, '_'}, {'_'}, {<<"d">>, '_'}, [<<"d">> | '_'], {'$1', '_', '$1'}, {{y}, '_'}, [], [1 | 2]],
    [show(Table, Pattern) || Pattern <- Patterns],
    io:format("~w~n", [ets:select_count(Table, [{{{a, '_'}, '_'}, [], [true]}, {{{b, '_'}, '_'}, [], [true]}])]),
    io:format("~w~n", [ets:select_delete(Table, [{{{a, '_'}, '_'}, [], [true]}])]),
    io:format("~w ~w~n", [ets:info(Table, size), ets:match(Table, {{a, '$1'}, '_'})]),
    io:format("~w~n", [ets:select_replace(Table, [{{{b, '$1'}, '_'}, [], [{{{{b, '$1'}}, new}}]}])]),
    io:format("~w~n", [ets:match_object(Table, {{b, '_'}, '_'})]).

show(Table, Pattern) ->
    Object = {Pattern, '_'},
    io:format("~w ~w~n", [Pattern, ets:match_object(Table, Object)]),
    All = ets:select(Table, [{Object, [], ['$_']}]),
    true = All =:= lists:reverse(ets:select_reverse(Table, [{Object, [], ['$_']}])),
    true = All =:= parts(ets:match_object(Table, Object, 3)),
    true = All =:= lists:reverse(parts(ets:select_reverse(Table, [{Object, [], ['$_']}], 2))),
    true = length(All) =:= ets:select_count(Table, [{Object, [], [true]}]).

parts('$end_of_table') -> [];
parts({Objects, Continuation}) -> Objects ++ parts(ets:select(Continuation)).
