%% shows iterators that the program has made itself: a place that the map has, or badarg
-module(forged_iterators).
-export([main/0]).

main() ->
    Small = id(#{1 => a, 2 => b}),
    [io:format("~w ~w~n", [Path, next(Path, Small)]) || Path <- [0, 1, 2, 3, -1, 7, 1 bsl 64, 1 bsl 70, 1.0, a, {}]],
    io:format("~w ~w~n", [next(0, #{}), next(1, #{})]),
    Large = maps:from_list([{K, K * K} || K <- lists:seq(1, 1000)]),
    All = walk([0 | Large], []),
    io:format("~w ~w~n", [length(All), lists:sort(All) =:= lists:sort(maps:to_list(Large))]),
    %% Each slot of the root begins somewhere else; a path is at the end of the map at the latest.
    Lengths = [length(walk([Path | Large], [])) || Path <- lists:seq(0, 15)],
    io:format("~w ~w~n", [Lengths =:= lists:reverse(lists:usort(Lengths)), length(Lengths)]),
    Results = [forged(Path, Large, All) || Path <- paths()],
    io:format("~w~n", [lists:usort(Results)]),
    [io:format("~w ~w~n", [Path, next(Path, Large)]) || Path <- [1.0, a, {}, [a], [1 | x]]],
    io:format("~w~n", [[result(fun() -> erts_internal:map_next(0, M, Kind) end)
                        || {M, Kind} <- [{[], iterator}, {Small, other}, {Large, other}, {{Small}, []}]]]),
    io:format("~w~n", [erts_internal:map_next(1, Small, [rest])]),
    ok.

next(Path, Map) -> result(fun() -> erts_internal:map_next(Path, Map, iterator) end).

result(F) -> try F() catch error:Reason -> Reason end.

walk([Path | Map], Before) -> step(erts_internal:map_next(Path, Map, iterator), Before).

step(none, Pairs) -> lists:reverse(Pairs);
step({K, V, Next}, Pairs) -> step(Next, [{K, V} | Pairs]);
step([_ | _] = Next, Pairs) -> walk(Next, Pairs).

forged(Path, Map, All) ->
    case result(fun() -> walk([Path | Map], []) end) of
        badarg -> badarg;
        Pairs -> {end_of_the_walk, lists:suffix(Pairs, All)}
    end.

paths() ->
    lists:seq(0, 300) ++ [N * 4099 || N <- lists:seq(1, 300)] ++ [(1 bsl N) + 3 || N <- lists:seq(1, 300)].

id(X) -> X.
