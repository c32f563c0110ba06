%% shows number directives: b B x X # + f e g with widths and precisions
-module(format_numbers).
-export([main/0]).

main() ->
    io:format("~b ~.16b ~.2B ~.16B ~8b|~-8b|~8..0b~n", [255, 255, 5, 255, 42, 42, 42]),
    io:format("~.16x ~.16X ~.16# ~.8# ~.16+~n", [255, "0x", -255, "0X", 255, 8, -255]),
    io:format("~f ~.2f ~10.3f|~-10.3f|~e ~.3e ~g ~g ~.4g~n", [1.5, 3.14159, 2.71828, 2.71828, 12345.678, 12345.678, 0.1, 1.0e10, 3.14159]),
    io:format("~.1f ~.1f ~f~n", [2.5, 0.05, 1.0e15]),
    io:format("~*s|~-*s|~*.*f~n", [8, "abc", 8, "abc", 8, 3, 1.23456]),
    io:format("~s~n", [io_lib:format("~i~w", [ignored, shown])]),
    ok.
