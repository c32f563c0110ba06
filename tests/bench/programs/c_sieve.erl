%% Prime sieves: a list, a map, an array of atomics.
-module(c_sieve).
-ifndef(SIZE).
-define(SIZE, 16).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    A = length(list(lists:seq(2, 4000))),
    B = maps:size(map(2, maps:from_keys(lists:seq(2, 8000), true))),
    C = atomic(100000),
    loop(N - 1, Sum + A + B + C).

list([P | Rest]) when P < 64 -> [P | list([X || X <- Rest, X rem P =/= 0])];
list(Rest) -> Rest.

map(P, M) when P * P > 8000 -> M;
map(P, M) -> map(P + 1, maps:without(lists:seq(P * P, 8000, P), M)).

atomic(Max) ->
    Ref = atomics:new(Max, []),
    mark(2, Max, Ref),
    count(2, Max, Ref, 0).

mark(P, Max, _) when P * P > Max -> ok;
mark(P, Max, Ref) ->
    case atomics:get(Ref, P) of
        0 -> multiples(P * P, P, Max, Ref);
        _ -> ok
    end,
    mark(P + 1, Max, Ref).

multiples(X, _, Max, _) when X > Max -> ok;
multiples(X, P, Max, Ref) -> atomics:put(Ref, X, 1), multiples(X + P, P, Max, Ref).

count(X, Max, _, Sum) when X > Max -> Sum;
count(X, Max, Ref, Sum) -> count(X + 1, Max, Ref, Sum + 1 - atomics:get(Ref, X)).
