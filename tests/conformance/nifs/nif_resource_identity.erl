%% shows that all references to a resource are the same term
-module(nif_resource_identity).
-export([main/0]).

main() ->
    Object = nif_objects:make(1),
    Other = nif_objects:make(1),
    Again = nif_objects:again(Object),
    io:format("~p ~p~n", [Again =:= Object, Object =:= Other]),
    io:format("~p~n", [erlang:phash2(Again) =:= erlang:phash2(Object)]),
    Map = #{Object => first, Other => second},
    io:format("~p ~p~n", [maps:get(Again, Map), map_size(Map)]),
    io:format("~p~n", [lists:member(Again, [Other, Object])]),
    io:format("~p~n", [length(lists:usort([Object, Other, Again]))]),
    io:format("~p~n", [Object < self()]),
    io:format("~p~n", [hd(lists:sort([self(), Object, {}])) =:= Object]),
    Read = binary_to_term(term_to_binary([Object])),
    io:format("~p ~p~n", [Read =:= [Object], catch nif_objects:value(hd(Read))]),
    io:format("~p~n", [catch nif_objects:value(list_to_ref(ref_to_list(Other)))]).
