%% shows that nothing written to standard_error comes out on standard output
-module(stderr_apart).
-export([main/0]).

main() ->
    io:format("out 1~n"),
    io:format(standard_error, "err~n", []),
    io:format("out 2~n"),
    ok.
