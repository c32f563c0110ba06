%% shows list_to_float and binary_to_float: what is a float, and badarg
-module(float_parse).
-export([main/0]).

main() ->
    Texts = ["1.0", "-1.5", "+2.25", "1.0e10", "1.0E-10", "-0.0", "1.7976931348623157e308", "4.9e-324", "0.1", "123456789.987654321"],
    io:format("~w~n", [[list_to_float(T) || T <- Texts]]),
    io:format("~w~n", [[binary_to_float(list_to_binary(T)) || T <- Texts]]),
    Bad = ["1", "1.", ".5", "1e10", "1.0e", "", "abc", "1.0x", " 1.0", "1.0e400", "--1.0", [a], "1,0"],
    io:format("~w~n", [[try list_to_float(T) catch error:R -> R end || T <- Bad]]),
    io:format("~w~n", [[try binary_to_float(T) catch error:R -> R end || T <- [<<"1">>, <<>>, <<"1.0">>, a, <<1:1>>]]]),
    io:format("~w~n", [[string:to_float(T) || T <- ["1.5rest", "x", "2.0"]]]),
    ok.
