%% shows maps in C code: change, look up, walk both ways, make of arrays
-module(nif_maps).
-export([main/0]).

main() ->
    [io:format("~0p ~0p: ~0p~n", [sorted(M), K, [sorted(T) || T <- nif_data:map_ops(M, K, new)]])
     || M <- [#{}, #{a => 1}, #{a => 1, b => 2}, not_a_map], K <- [a, c]],
    [begin
         Map = maps:from_list([{K, K * K} || K <- lists:seq(1, N)]),
         {Forwards, 1, Backwards, 1} = nif_data:walk(Map),
         io:format("~p: ~p ~p~n", [N, lists:sort(Forwards) =:= lists:sort(maps:to_list(Map)),
                                   lists:reverse(Forwards) =:= Backwards])
     end || N <- [0, 1, 5, 32, 33, 200]],
    io:format("~p~n", [try nif_data:walk([]) catch error:R -> R end]),
    io:format("~p~n", [lists:sort(maps:to_list(nif_data:from_arrays([a, b, 1], [1, 2, 3])))]),
    io:format("~p~n", [nif_data:from_arrays([a, b, a], [1, 2, 3])]),
    Big = nif_data:from_arrays(lists:seq(1, 50), lists:seq(51, 100)),
    io:format("~p~n", [Big =:= maps:from_list(lists:zip(lists:seq(1, 50), lists:seq(51, 100)))]).

sorted(Map) when is_map(Map) -> lists:sort(maps:to_list(Map));
sorted(Term) -> Term.
