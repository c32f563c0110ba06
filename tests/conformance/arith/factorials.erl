%% shows repeated big multiplication and division: factorials, digit sums, exact division back to 1
-module(factorials).
-export([main/0]).

main() ->
    F100 = lists:foldl(fun(N, Acc) -> N * Acc end, 1, lists:seq(1, 100)),
    io:format("~w~n", [F100]),
    F300 = fact(300),
    io:format("~w ~w~n", [digit_sum(F300), length(integer_to_list(F300))]),
    io:format("~w~n", [lists:foldl(fun(N, Acc) -> Acc div N end, F300, lists:seq(300, 1, -1))]),
    io:format("~w~n", [fib(500, 0, 1)]),
    ok.

fact(0) -> 1;
fact(N) -> N * fact(N - 1).

digit_sum(0) -> 0;
digit_sum(N) -> N rem 10 + digit_sum(N div 10).

fib(0, A, _) -> A;
fib(N, A, B) -> fib(N - 1, B, A + B).
