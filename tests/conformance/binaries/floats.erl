%% shows floats of 16, 32 and 64 bits in binaries, both byte orders, and what does not match as a float
-module(floats).
-export([main/0]).

main() ->
    F = id(3.14),
    io:format("~w~n~w~n", [<<F/float>>, <<F:32/float-little, F:64/little-float>>]),
    io:format("~w~n", [<<(id(1.5)):16/float>>]),
    <<A/float, B:32/float>> = id(<<2.5/float, 0.1:32/float>>),
    io:format("~w ~w~n", [A, B]),
    <<_:3, C/float, _:5>> = id(<<1:3, -7.25/float, 1:5>>),
    io:format("~w~n", [C]),
    <<H:16/float>> = id(<<16#3E, 16#00>>),
    io:format("~w~n", [H]),
    io:format("~w~n", [[case X of <<D/float>> -> D; _ -> no end || X <- [<<16#7FF0:16, 0:48>>, <<16#7FF8:16, 1:48>>, <<0:64>>, <<1:63>>]]]),
    io:format("~w~n", [<<(id(5)):64/float>>]),
    io:format("~w~n", [[try <<(id(V)):S/float>> catch error:R -> R end || {V, S} <- [{a, 64}, {1.0, 17}, {1.0e300, 32}, {1 bsl 2000, 64}]]]),
    ok.

id(X) -> X.
