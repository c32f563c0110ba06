%% shows sums and products of an integer and a float: small, large and infinite ones
-module(mixed_sums).
-export([main/0]).

main() ->
    Integers = [0, 1, -1, 3, 1 bsl 53, (1 bsl 53) + 1, (1 bsl 58) - 1, (1 bsl 59) - 1, -(1 bsl 59), 1 bsl 59, 1 bsl 64, 1 bsl 200],
    Floats = [0.0, -0.0, 1.5, -2.25, 1.0e300, 1.7e308, -1.7e308, 4.9e-324],
    [io:format("~w ~w: ~w~n", [I, F, results(I, F, 20)]) || I <- Integers, F <- Floats],
    io:format("~w ~w~n", [mean([1, 2, 3.5, 4], 0, 0), sum(10000, 0.0)]),
    ok.

%% Often enough that each engine compiles it.
results(I, F, 1) -> operations(I, F);
results(I, F, N) -> operations(I, F), results(I, F, N - 1).

operations(I, F) ->
    [try Op(I, F) catch error:R -> R end
     || Op <- [fun plus/2, fun minus/2, fun times/2, fun plus_reversed/2, fun minus_reversed/2, fun times_reversed/2]].

plus(I, F) -> I + F.
minus(I, F) -> I - F.
times(I, F) -> I * F.
plus_reversed(I, F) -> F + I.
minus_reversed(I, F) -> F - I.
times_reversed(I, F) -> F * I.

mean([X | Rest], Sum, N) -> mean(Rest, Sum + X, N + 1);
mean([], Sum, N) -> Sum / N.

sum(0, Sum) -> Sum;
sum(N, Sum) -> sum(N - 1, Sum + N * 0.25).
