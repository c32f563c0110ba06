%% shows maps of hundreds of keys of all types: insert, find, update, remove, shrink to a small map again
-module(large_maps).
-export([main/0]).

main() ->
    Keys = lists:append([lists:seq(1, 200), [{N, a} || N <- lists:seq(1, 50)], [integer_to_list(N) || N <- lists:seq(1, 50)],
                         [N / 4 || N <- lists:seq(1, 50)], [<<N>> || N <- lists:seq(1, 50)], [1 bsl N || N <- lists:seq(60, 110)]]),
    M = lists:foldl(fun(K, Acc) -> Acc#{K => {v, K}} end, #{}, Keys),
    io:format("~w ~w~n", [map_size(M), length(lists:usort(Keys))]),
    io:format("~w~n", [lists:all(fun(K) -> maps:get(K, M) =:= {v, K} end, Keys)]),
    io:format("~w ~w~n", [maps:find(2.0, M), maps:find({51, a}, M)]),
    M2 = lists:foldl(fun(K, Acc) -> Acc#{K := new} end, M, Keys),
    io:format("~w ~w~n", [lists:usort(maps:values(M2)), map_size(M2)]),
    M3 = lists:foldl(fun maps:remove/2, M2, lists:seq(1, 190)),
    io:format("~w~n", [map_size(M3)]),
    M4 = lists:foldl(fun maps:remove/2, M3, lists:nthtail(195, Keys)),
    io:format("~w ~w~n", [lists:sort(maps:to_list(M4)), M4 =:= maps:from_list([{N, new} || N <- [195, 194, 193, 192, 191]])]),
    io:format("~w~n", [lists:sort(maps:keys(M)) =:= lists:sort(Keys)]),
    ok.
