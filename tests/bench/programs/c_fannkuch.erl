%% Fannkuch of the benchmarks game: permutations as lists.
-module(c_fannkuch).
-ifndef(SIZE).
-define(SIZE, 9).
-endif.
-define(SMALL, 4).
-include("bench.hrl").

run(N) -> fannkuch(permutations(lists:seq(1, N)), 0, 0).

fannkuch([P | Rest], Max, Sum) ->
    F = flips(P, 0),
    fannkuch(Rest, max(F, Max), Sum + F);
fannkuch([], Max, Sum) -> {Max, Sum}.

flips([1 | _], Count) -> Count;
flips([K | _] = P, Count) -> flips(flip(K, P, []), Count + 1).

flip(0, Rest, Done) -> Done ++ Rest;
flip(K, [X | Rest], Done) -> flip(K - 1, Rest, [X | Done]).

permutations([]) -> [[]];
permutations(L) -> [[X | P] || X <- L, P <- permutations(L -- [X])].
