%% shows a map of 20,000 keys with clustered hashes, updated and removed while being folded over
-module(many_collisions).
-export([main/0]).

main() ->
    Keys = [N * 65536 || N <- lists:seq(1, 10000)] ++ [{N} || N <- lists:seq(1, 10000)],
    M = maps:from_list([{K, 0} || K <- Keys]),
    M2 = maps:fold(fun(K, V, Acc) -> maps:update(K, V + 1, Acc) end, M, M),
    io:format("~w ~w~n", [map_size(M2), lists:sum(maps:values(M2))]),
    Odd = maps:filter(fun({N}, _) -> N rem 2 =:= 1; (_, _) -> false end, M2),
    io:format("~w ~w~n", [map_size(Odd), lists:sum([N || {N} <- maps:keys(Odd)])]),
    M3 = maps:without(maps:keys(Odd), M2),
    io:format("~w ~w~n", [map_size(M3), maps:is_key({1}, M3)]),
    io:format("~w~n", [maps:merge(M3, Odd) =:= M2]),
    ok.
