%% shows reading from an empty standard input
-module(no_input).
-export([main/0]).

main() ->
    io:format("~w ~w ~w~n", [io:get_line("prompt is printed> "), io:get_chars("", 1), io:read("")]),
    ok.
