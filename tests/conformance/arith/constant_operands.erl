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

left(1, V) -> V bsl 0;
left(2, V) -> V bsl 1;
left(3, V) -> V bsl 28;
left(4, V) -> V bsl 58;
left(5, V) -> V bsl 59;
left(6, V) -> V bsl 60;
left(7, V) -> V bsl 64;
left(8, V) -> V bsl -1;
left(9, V) -> V bsl -70.

right(1, V) -> V bsr 0;
right(2, V) -> V bsr 1;
right(3, V) -> V bsr 28;
right(4, V) -> V bsr 58;
right(5, V) -> V bsr 59;
right(6, V) -> V bsr 60;
right(7, V) -> V bsr 64;
right(8, V) -> V bsr -1;
right(9, V) -> V bsr -70.

quotient(1, V) -> V div 1;
quotient(2, V) -> V div 2;
quotient(3, V) -> V div 7;
quotient(4, V) -> V div 100000000;
quotient(5, V) -> V div 576460752303423487;
quotient(6, V) -> V div 576460752303423488;
quotient(7, V) -> V div -1;
quotient(8, V) -> V div -3;
quotient(9, V) -> V div zero(V).

remainder(1, V) -> V rem 1;
remainder(2, V) -> V rem 2;
remainder(3, V) -> V rem 7;
remainder(4, V) -> V rem 100000000;
remainder(5, V) -> V rem 576460752303423487;
remainder(6, V) -> V rem 576460752303423488;
remainder(7, V) -> V rem -1;
remainder(8, V) -> V rem -3;
remainder(9, V) -> V rem zero(V).

zero(_) -> 0.
