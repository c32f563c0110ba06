%% shows float_to_list/1,2 and float_to_binary: shortest form, decimals, compact, scientific, short
-module(float_format).
-export([main/0]).

main() ->
    Floats = [0.0, 1.0, -1.0, 0.1, 1.0e10, 1.0e21, 1.0e22, 1.0e-5, 123456789.123, 5.0e-324, 1.7976931348623157e308, 2.0e-10, 100.0,
              0.3, 1/3, 9007199254740993.0, 1.0e15, 1.0e16, 299792458.0],
    [io:format("~w ~s ~s ~s~n", [F, float_to_list(F), float_to_list(F, [{scientific, 5}]), float_to_list(F, [short])]) || F <- Floats],
    [io:format("~s ~s~n", [float_to_list(F, [{decimals, 4}]), float_to_list(F, [{decimals, 4}, compact])])
     || F <- [0.0, 1.0, -1.5, 3.14159265, 123456.7, 0.00001, 0.00005, 2.5]],
    io:format("~w ~w~n", [float_to_binary(1.25), float_to_binary(-2.5e-3, [{scientific, 2}])]),
    io:format("~s ~s~n", [float_to_list(0.5, [{decimals, 0}]), float_to_list(1.5, [{decimals, 0}])]),
    ok.
