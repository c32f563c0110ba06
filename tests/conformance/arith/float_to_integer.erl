%% shows trunc round floor ceil of floats of all sizes, and float/1 of integers
-module(float_to_integer).
-export([main/0]).

main() ->
    Floats = [0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 2.4999, 1.0e15, 123456789012.5, 1.0e20, -1.0e20, 1.0e300, 0.49999999999999994,
              4503599627370497.5, -4503599627370497.5, 576460752303423488.0, 9.3e18],
    [io:format("~w: ~w ~w ~w ~w~n", [F, trunc(F), round(F), floor(F), ceil(F)]) || F <- Floats],
    io:format("~w~n", [[trunc(5), round(-5), floor(1 bsl 70), ceil(-3)]]),
    io:format("~w~n", [[float(N) || N <- [1, -1, 1 bsl 60, (1 bsl 53) + 1, (1 bsl 53) + 3, 1 bsl 100, -(1 bsl 64)]]]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> float(1 bsl 1024) end, fun() -> trunc(a) end,
        fun() -> round("1") end, fun() -> float([]) end]]]),
    ok.
