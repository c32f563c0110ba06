%% shows maps:iterator and next over small and large maps: each key exactly once
-module(iterators).
-export([main/0]).

main() ->
    [io:format("~w ~w~n", [N, walk(maps:iterator(build(N)), 0, 0)]) || N <- [0, 1, 2, 32, 33, 100, 1000]],
    io:format("~w~n", [maps:next(maps:iterator(#{}))]),
    {K, V, I} = maps:next(maps:iterator(#{a => 1})),
    io:format("~w ~w ~w~n", [K, V, maps:next(I)]),
    io:format("~w~n", [try maps:iterator(a) catch error:R -> R end]),
    M = build(50),
    io:format("~w~n", [lists:sort(maps:keys(M)) =:= lists:sort([Key || {Key, _} <- maps:to_list(M)])]),
    ok.

build(N) -> maps:from_list([{I, I * 3} || I <- lists:seq(1, N)]).

walk(I, Count, Sum) ->
    case maps:next(I) of
        none -> {Count, Sum};
        {K, V, Next} when V =:= K * 3 -> walk(Next, Count + 1, Sum + K)
    end.
