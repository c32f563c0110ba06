%% shows the collections with thousands of elements, against each other
-module(large_collections).
-export([main/0]).

main() ->
    Keys = [(N * 7919) rem 100003 || N <- lists:seq(1, 5000)],
    Pairs = [{K, K * 2} || K <- Keys],
    D = dict:from_list(Pairs), T = gb_trees:from_orddict(orddict:from_list(Pairs)), M = maps:from_list(Pairs),
    S = sets:from_list(Keys), G = gb_sets:from_list(Keys),
    Sorted = lists:usort(Keys),
    io:format("~w~n", [[lists:sort(dict:fetch_keys(D)) =:= Sorted, gb_trees:keys(T) =:= Sorted, lists:sort(maps:keys(M)) =:= Sorted,
        lists:sort(sets:to_list(S)) =:= Sorted, gb_sets:to_list(G) =:= Sorted]]),
    Half = lists:sublist(Keys, 2500),
    D2 = lists:foldl(fun dict:erase/2, D, Half), T2 = lists:foldl(fun gb_trees:delete_any/2, T, Half), M2 = maps:without(Half, M),
    io:format("~w~n", [[dict:size(D2), gb_trees:size(T2), map_size(M2)]]),
    io:format("~w~n", [lists:sort(dict:to_list(D2)) =:= gb_trees:to_list(T2)]),
    io:format("~w~n", [lists:sum([maps:get(K, M2, 0) || K <- Keys])]),
    ok.
