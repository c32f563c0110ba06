%% shows that standard_error is another place than standard output
%% stderr: merged
-module(both_devices).
-export([main/0]).

main() ->
    io:format(standard_error, "to ~s~n", ["stderr"]),
    io:put_chars(standard_error, "more\n"),
    ok.
