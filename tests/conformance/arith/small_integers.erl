%% shows + - * div rem on small integers with all signs, and at the edges where results become big
-module(small_integers).
-export([main/0]).

main() ->
    Pairs = [{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {0, 5}, {6, 3}],
    [io:format("~w ~w: ~w~n", [A, B, [A + B, A - B, A * B, A div B, A rem B]]) || {A, B} <- Pairs],
    Max = (1 bsl 59) - 1,
    Min = -(1 bsl 59),
    io:format("~w~n", [[Max + 1, Max - Min, Min - 1, -Min, Min * -1, Max * Max, Min * Min, Min div -1, abs(Min)]]),
    io:format("~w~n", [[(Max + 1) - 1 =:= Max, (Min - 1) + 1 =:= Min, (Max * 2) div 2 =:= Max]]),
    ok.
