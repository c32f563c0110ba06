%% shows what is a float on some paths only, loops whose values become floats or stop being floats, and sums of floats that raise
-module(floats_on_paths).
-export([main/0]).

main() ->
    io:format("~w~n", [[joined(id(X), id(Y)) || X <- [1.5, 2], Y <- [0.5, 3, 1 bsl 70]]]),
    io:format("~w~n", [[becomes(id(N), id(0), id(1)) || N <- [0, 1, 5]]]),
    io:format("~w~n", [[ends(id(N), id(0.5)) || N <- [0, 1, 6]]]),
    io:format("~w~n", [[guarded(id(X), id(Y)) || X <- [1.0, 1.0e308, 4], Y <- [2.0, 1.0e308, -7]]]),
    io:format("~w~n", [[caught(id(X)) || X <- [1.0, 1.0e308, a, 3]]]),
    io:format("~w~n", [orbit(id(50), 0.25, 0.5, 0.0, 0.0)]),
    io:format("~w~n", [[negated(id(X)) || X <- [0.0, -2.5, 3, -(1 bsl 80)]]]),
    ok.

%% X is a float behind the first test only.
joined(X, Y) ->
    A = if is_float(X) -> X * 2.0; true -> Y end,
    B = if A + Y > 4.0 -> A - Y; true -> A * Y end,
    {A, B, A + B, X - B}.

%% The sum is an integer in the first round, then a float.
becomes(0, Sum, _) -> Sum;
becomes(N, Sum, X) -> becomes(N - 1, Sum + X, X / 2 + Sum).

ends(0, X) -> X;
ends(N, X) when X > 2.0, is_float(X) -> ends(N - 1, trunc(X) + N);
ends(N, X) -> ends(N - 1, X * 2 + 0.25).

%% A sum that overflows makes the guard fail.
guarded(X, Y) when is_float(X), is_float(Y), X + Y > 2.5 -> {both, X * 1.0, Y - X};
guarded(X, Y) when X + Y > 3.0; is_float(Y) -> {one, X, Y};
guarded(X, Y) -> {none, X, Y, abs(X) + abs(Y), float(X)}.

caught(X) ->
    try
        Y = X * 10.0,
        Z = Y + X,
        {X, Y, Z - X}
    catch
        error:R -> {R, X}
    end.

orbit(0, _, _, _, _) -> 0;
orbit(K, CR, CI, ZR, ZI) when is_float(CR), is_float(CI), is_float(ZR), is_float(ZI) ->
    R2 = ZR * ZR,
    I2 = ZI * ZI,
    if
        R2 + I2 > 4.0 -> K;
        true -> orbit(K - 1, CR, CI, R2 - I2 + CR, 2.0 * ZR * ZI + CI)
    end.

negated(X) ->
    Y = -X,
    Z = +Y,
    {Y, Z, abs(Z), Y * Z}.

id(X) -> X.
