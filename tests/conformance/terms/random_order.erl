%% shows for random terms: the order of all pairs, equality of numbers, sorting with and without duplicates, keys
-module(random_order).
-export([main/0]).

main() ->
    lists:foldl(fun(Group, Seed) ->
        {Terms, Next} = random_terms:terms(30, Seed),
        Numbers = [N || T <- Terms, is_number(T), N <- [T, T * 1.0, trunc(T)]],
        All = Terms ++ Numbers,
        Pairs = [order(A, B) || A <- All, B <- All],
        Keyed = lists:keysort(1, [{T, I} || {I, T} <- lists:enumerate(All)]),
        io:format("~w ~w ~w ~s ~w~n", [Group, length(All), length(lists:usort(All)), random_terms:digest(Pairs), erlang:phash2([I || {_, I} <- Keyed])]),
        Next
    end, 1234567, lists:seq(1, 30)).

order(A, B) ->
    Exact = if A =:= B -> $=; true -> $- end,
    [Exact, if A < B -> $<; A == B -> $e; A > B -> $> end].
