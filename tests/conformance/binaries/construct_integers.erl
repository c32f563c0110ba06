%% shows integers built into binaries: sizes, signs, byte orders, truncation, unaligned
-module(construct_integers).
-export([main/0]).

main() ->
    V = id(16#123456789A),
    io:format("~w~n", [<<V:8, V:16, V:24/little, V:32/big, V:40/native>>]),
    N = id(-2),
    io:format("~w~n", [<<N:8, N:16/little, N:12, N:4>>]),
    S = id(13),
    io:format("~w ~w~n", [<<5:S>>, <<V:S/little, 1:3>>]),
    io:format("~w~n", [<<1:1, 0:2, V:64, 1:5>>]),
    Big = id(1 bsl 100 + 77),
    io:format("~w ~w ~w~n", [<<Big:128>>, <<Big:101/little>>, <<(-Big):110>>]),
    io:format("~w~n", [<<0:0, V:0>>]),
    io:format("~w~n", [<<2:2/unit:8, 3:S/unit:3>>]),
    Bad = [fun() -> <<(id(a)):8>> end, fun() -> <<1:(id(-1))>> end, fun() -> <<1:(id(a))>> end, fun() -> <<(id(1.5)):8>> end,
           fun() -> <<(id(1)):8/float>> end, fun() -> <<(id(a))/binary>> end, fun() -> <<(id(<<1:3>>))/binary>> end,
           fun() -> <<(id(<<1>>)):2/binary>> end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.

id(X) -> X.
