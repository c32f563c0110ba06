%% shows a large output: nothing lost or mixed at the end of the program
-module(large_output).
-export([main/0]).

main() ->
    Line = lists:duplicate(70, $x),
    [io:format("~4..0w ~s~n", [N, Line]) || N <- lists:seq(1, 2000)],
    io:put_chars([lists:duplicate(1000, "0123456789"), "\n"]),
    ok.
