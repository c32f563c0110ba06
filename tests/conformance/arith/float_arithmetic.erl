%% shows float + - * /, mixed with integers, overflow to badarith, and division of integers to floats
-module(float_arithmetic).
-export([main/0]).

main() ->
    X = id(1.5),
    Y = id(-0.25),
    io:format("~w~n", [[X + Y, X - Y, X * Y, X / Y, X + 1, 2 - Y, 3 * X, 1 / id(3), id(6) / 3, -X]]),
    io:format("~w~n", [[id(1 bsl 100) / (1 bsl 98), id(1 bsl 1000) / (1 bsl 999), id(1 bsl 53) + 1.0]]),
    io:format("~w~n", [[error_of(F) || F <- [fun() -> id(1.0e308) * 10 end, fun() -> id(1.0) / 0 end, fun() -> 1 / id(0) end,
        fun() -> id(1.0) / 0.0 end, fun() -> id(a) + 1.0 end, fun() -> id(1 bsl 2000) + 1.0 end, fun() -> id(1.0e308) + 1.0e308 end,
        fun() -> id(1 bsl 2000) / 1 end]]]),
    io:format("~w~n", [poly(id(2.0), id(3.0))]),
    ok.

poly(A, B) -> A * A * B - B / A + (A + B) * (A - B).

error_of(F) -> try F() catch error:R -> R end.

id(X) -> X.
