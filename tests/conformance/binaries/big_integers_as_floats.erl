%% shows integers of more than 59 bits written into binaries as floats: rounded to the nearest, halves to even, refused beyond the range
-module(big_integers_as_floats).
-export([main/0, id/1]).

main() ->
    Near = [(1 bsl Bits) + Sign * (1 bsl Low) + More
            || {Bits, Low} <- [{60, 7}, {60, 8}, {64, 11}, {64, 12}, {65, 12}, {80, 27}, {128, 75}, {1000, 947}], Sign <- [-1, 1, 3], More <- [-1, 0, 1]],
    [show(N) || N <- Near],
    [show((1 bsl 1024) - X) || X <- [0, 1, 1 bsl 970, (1 bsl 970) + 1, 1 bsl 971]],
    io:format("~p~n", [[try <<(id(1 bsl 1024)):Size/float>> catch error:badarg -> badarg end || Size <- [16, 32, 64]]]).

show(N) ->
    io:format("~.16b ~w ~w~n", [N, [written(N, Size) || Size <- [16, 32, 64]], [written(-N, Size) || Size <- [32, 64]]]).

written(N, Size) ->
    try <<(id(N)):Size/float>> of
        <<Bits:Size>> -> Bits
    catch
        error:badarg -> badarg
    end.

id(X) -> X.
