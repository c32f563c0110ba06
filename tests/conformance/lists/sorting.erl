%% shows sort, usort, keysort, sort/2, merge and their stability
-module(sorting).
-export([main/0]).

main() ->
    L = [3, 1.0, 1, b, "x", {2}, a, 3.0, 2, 1],
    io:format("~w~n~w~n", [lists:sort(L), lists:usort(L)]),
    K = [{2, a}, {1, b}, {2, c}, {1.0, d}, {1, e}],
    io:format("~w~n~w~n", [lists:keysort(1, K), lists:ukeysort(1, K)]),
    io:format("~w~n", [lists:sort(fun(A, B) -> A >= B end, [3, 1, 2, 5, 4])]),
    io:format("~w~n", [lists:merge([1, 3, 5], [2, 3, 6])]),
    Random = [(N * 7919) rem 10007 || N <- lists:seq(1, 5000)],
    Sorted = lists:sort(Random),
    io:format("~w ~w~n", [is_sorted(Sorted), Sorted =:= lists:sort(lists:reverse(Random))]),
    io:format("~w~n", [lists:sum([A * N || {A, N} <- lists:zip(Sorted, lists:seq(1, 5000))])]),
    ok.

is_sorted([A, B | Rest]) -> A =< B andalso is_sorted([B | Rest]);
is_sorted(_) -> true.
