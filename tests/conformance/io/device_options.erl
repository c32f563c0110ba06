%% shows io:getopts, setopts, columns, rows and printable_range where there is no terminal
-module(device_options).
-export([main/0]).

main() ->
    io:format("~w ~w~n", [io:columns(), io:rows()]),
    Opts = io:getopts(),
    io:format("~w~n", [[proplists:get_value(encoding, Opts), lists:keymember(binary, 1, Opts)]]),
    io:format("~w~n", [io:setopts([{encoding, unicode}])]),
    io:format("~ts~n", [[955]]),
    io:format("~w~n", [io:printable_range()]),
    ok.
