%% shows + - * div rem on big integers, mixed with small ones, and results that become small again
-module(big_integers).
-export([main/0]).

main() ->
    A = list_to_integer("123456789012345678901234567890123456789"),
    B = list_to_integer("-987654321098765432109876543210"),
    Pairs = [{A, B}, {B, A}, {A, 7}, {7, A}, {B, -13}, {A, A}, {A, 1 bsl 64}, {1 bsl 64, (1 bsl 64) - 1}, {-(1 bsl 128), 1 bsl 64}],
    [io:format("~w~n~w~n~w~n~w ~w~n", [X + Y, X - Y, X * Y, X div Y, X rem Y]) || {X, Y} <- Pairs],
    io:format("~w ~w ~w~n", [A - A, -A, abs(B)]),
    ok.
