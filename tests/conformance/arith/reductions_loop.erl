%% shows a long arithmetic loop with small and float registers, across many time slices
-module(reductions_loop).
-export([main/0]).

main() ->
    io:format("~w~n", [sum(1000000, 0)]),
    io:format("~w~n", [collatz(27, 0)]),
    io:format("~w~n", [lists:max([collatz(N, 0) || N <- lists:seq(1, 2000)])]),
    io:format("~w~n", [newton(2.0, 1.0, 30)]),
    ok.

sum(0, Acc) -> Acc;
sum(N, Acc) -> sum(N - 1, Acc + N).

collatz(1, N) -> N;
collatz(X, N) when X rem 2 =:= 0 -> collatz(X div 2, N + 1);
collatz(X, N) -> collatz(3 * X + 1, N + 1).

newton(_, X, 0) -> X;
newton(A, X, N) -> newton(A, (X + A / X) / 2, N - 1).
