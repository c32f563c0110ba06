%% shows erlang:phash2/1,2 of simple terms: a fixed hash that is the same in every release
-module(phash2_simple).
-export([main/0]).

main() ->
    Terms = [0, 1, -1, 255, 256, 1 bsl 27, (1 bsl 28) - 1, 1 bsl 28, 1 bsl 32, 1 bsl 59, 1 bsl 60, -(1 bsl 60), 1 bsl 64,
             -(1 bsl 64), 1 bsl 200, 0.0, 1.0, -1.5, 1.0e100, a, abc, '', true, [], {}, <<>>, #{}],
    [io:format("~w ~w ~w ~w~n", [T, erlang:phash2(T), erlang:phash2(T, 1000), erlang:phash2(T, 1 bsl 32)]) || T <- Terms],
    ok.
