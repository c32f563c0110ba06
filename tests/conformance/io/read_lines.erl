%% shows io:get_line over piped standard input to the end, last line without newline
%% stdin: first line\nsecond  line \n\nlambda \u03bb\nlast
-module(read_lines).
-export([main/0]).

main() -> loop(1).

loop(N) ->
    case io:get_line("") of
        eof -> io:format("eof after ~w~n", [N - 1]), io:format("~w~n", [io:get_line("")]);
        Line -> io:format("~w ~tp~n", [N, Line]), loop(N + 1)
    end.
