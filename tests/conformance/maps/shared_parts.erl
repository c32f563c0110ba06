%% shows which maps an update or a merge shares with its arguments, and which key a failed update names
-module(shared_parts).
-export([main/0]).

main() ->
    Flat = id(#{1 => a, 2 => b, 3.0 => c, {4} => d}),
    List = id([e, f]),
    M = Flat#{list => List},
    print(same_exact_values, erts_debug:same(M, M#{1 := a, {4} := d})),
    print(same_immediates, erts_debug:same(M, M#{1 := a, 2 := b})),
    print(same_list, erts_debug:same(M, M#{1 := a, list := List})),
    print(other_value, erts_debug:same(M, M#{1 => x, list => List})),
    print(same_keys, erts_debug:same(keys(M), keys(M#{1 => x, 2 => y}))),
    print(merge_into_larger, erts_debug:same(M, maps:merge(#{1 => z}, M))),
    print(merge_keeps_keys, erts_debug:same(keys(M), keys(maps:merge(M, #{1 => z})))),
    print(merged, lists:sort(maps:to_list(maps:merge(M, #{1 => z, {4} => y})))),
    print(merge_of_others, lists:sort(maps:to_list(maps:merge(M, #{1 => z, x => y})))),
    [missing_keys(Map) || Map <- [Flat, maps:from_list([{I, I} || I <- lists:seq(1, 100)]), id(#{})]].

missing_keys(M) ->
    print(float_and_integer, reason(fun() -> M#{42.0 := v, 42 := w} end)),
    print(integer_and_others, reason(fun() -> M#{[3] := v, {2} := w, <<1>> := x, 2.5 := y, 77 := z} end)),
    print(one, reason(fun() -> M#{1.0 := v, 1.0 => w} end)),
    print(not_the_first, reason(fun() -> M#{1 := v, {x} := w, {y} := x} end)).

keys(Map) -> erts_internal:map_to_tuple_keys(Map).
reason(F) -> try F() catch error:Reason -> Reason end.
print(What, Value) -> io:format("~p: ~p~n", [What, Value]).
id(X) -> X.
