%% shows the nodes of large maps that erts_debug reports, and that a merge makes a map share literal keys
-module(nodes_of_maps).
-export([main/0]).
-include("../support/edge.hrl").

main() ->
    [shape(Count) || Count <- [33, 239, 254, 256, 4096, 60000]],
    Colliding = maps:from_list([{Key, Key} || Key <- lists:seq(1, 40) ++ [764492191, 2361333849]]),
    print(colliding, info(Colliding)),
    print(full, info(maps:from_keys(lists:seq(1, 300), x))),
    Map = maps:from_keys(lists:seq(1, 100), [a, b]),
    print(shared_value, {erts_debug:flat_size(Map) - erts_debug:size(Map)}),
    ?T(erts_debug:map_info(#{a => 1})),
    ?T(erts_debug:map_info(x)),
    ?T(erts_internal:map_hashmap_children(#{})),
    ?T(erts_internal:map_hashmap_children(x)),
    merges(id(#{"hi" => "hello", int => 3, <<"key">> => <<"value">>})).

shape(Count) ->
    Map = maps:from_keys(lists:seq(1, Count), x),
    Info = erts_debug:map_info(Map),
    print(Count, [{depth, proplists:get_value(depth, Info)} | [{What, element(2, lists:keyfind(What, 1, Info))} ||
        What <- [arrays, bitmaps, collisions, leafs]]]),
    print(words, {erts_debug:size(Map), erts_debug:flat_size(Map)}),
    print(children, length(erts_internal:map_hashmap_children(Map))).

info(Map) -> erts_debug:map_info(Map).

%% A map made at run time gets the literal keys of another one with the same keys; its terms stay what they are.
merges(Literal) ->
    Keys = keys(Literal),
    Made = maps:put(int, 4, maps:remove(int, Literal)),
    Old = maps:put(other, Made, #{}),
    erlang:garbage_collect(),
    print(own_keys, erts_debug:same(keys(Made), Keys)),
    print(same_map, erts_debug:same(maps:merge(Literal, Made), Made)),
    print(literal_keys, erts_debug:same(keys(Made), Keys)),
    print(in_the_other_map, erts_debug:same(keys(maps:get(other, Old)), Keys)),
    print(literal_wins, erts_debug:same(maps:merge(Made, Literal), Literal)),
    Second = maps:put(int, 5, maps:remove(int, Made)),
    Third = maps:put(int, 6, maps:remove(int, Made)),
    print(both_made, erts_debug:same(maps:merge(Second, Third), Third)),
    print(own_keys, erts_debug:same(keys(Second), keys(Third))),
    erlang:garbage_collect(),
    print(terms, [lists:sort(maps:to_list(Map)) || Map <- [Made, Old, Second, Third]]).

keys(Map) -> erts_internal:map_to_tuple_keys(Map).
print(What, Value) -> io:format("~p: ~tp~n", [What, Value]).
id(X) -> X.
