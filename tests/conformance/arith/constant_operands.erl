%% shows shifts by constants, and quotients and remainders by constants, of small and of large integers
-module(constant_operands).
-export([main/0]).

main() ->
    Values = [0, 1, -1, 5, -7, 255, 1 bsl 30, -(1 bsl 31), (1 bsl 58) - 1, 1 bsl 58, (1 bsl 59) - 1, -(1 bsl 59), -(1 bsl 58) - 1, 1 bsl 59,
              -(1 bsl 59) - 1, 1 bsl 64, -(1 bsl 90), 1.5, a],
    [io:format("~w~n left ~w~n right ~w~n div ~w~n rem ~w~n", [V | results(V, 20)]) || V <- Values],
    ok.

%% Often enough that each engine compiles it.
results(V, 1) -> [outcomes(F, V) || F <- [fun left/2, fun right/2, fun quotient/2, fun remainder/2]];
results(V, N) -> results(V, 1), results(V, N - 1).

outcomes(F, V) -> [try F(I, V) catch error:R -> R end || I <- lists:seq(1, 9)].

-define(BY_BITS(Name, Operator),
        Name(1, V) -> V Operator 0;
        Name(2, V) -> V Operator 1;
        Name(3, V) -> V Operator 28;
        Name(4, V) -> V Operator 58;
        Name(5, V) -> V Operator 59;
        Name(6, V) -> V Operator 60;
        Name(7, V) -> V Operator 64;
        Name(8, V) -> V Operator -1;
        Name(9, V) -> V Operator -70).
?BY_BITS(left, bsl).
?BY_BITS(right, bsr).

-define(BY_DIVISORS(Name, Operator),
        Name(1, V) -> V Operator 1;
        Name(2, V) -> V Operator 2;
        Name(3, V) -> V Operator 7;
        Name(4, V) -> V Operator 100000000;
        Name(5, V) -> V Operator 576460752303423487;
        Name(6, V) -> V Operator 576460752303423488;
        Name(7, V) -> V Operator -1;
        Name(8, V) -> V Operator -3;
        Name(9, V) -> V Operator zero(V)).
?BY_DIVISORS(quotient, div).
?BY_DIVISORS(remainder, rem).

zero(_) -> 0.
