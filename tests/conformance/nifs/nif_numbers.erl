%% shows which numbers C code can read, at the ends of each range
-module(nif_numbers).
-export([main/0]).

main() ->
    Ends = [0, 1 bsl 31, 1 bsl 32, 1 bsl 59, 1 bsl 60, 1 bsl 63, 1 bsl 64],
    Numbers = lists:usort([S * (E + D) || E <- Ends, D <- [-1, 0, 1], S <- [1, -1]]),
    [io:format("~p: ~p~n", [N, nif_terms:numbers(N)]) || N <- Numbers],
    [io:format("~p: ~p~n", [T, nif_terms:numbers(T)]) || T <- [1.5, -0.25, a, [], {1}, <<1>>]],
    io:format("~p~n", [try nif_terms:infinity() catch error:R -> R end]).
