%% shows io:format and io_lib with too few, too many or wrong arguments
-module(io_format_errors).
-include("../support/edge.hrl").

main() ->
    ?T(io:format("~s~n", [a])),
    ?T(io:format("~s~n", [1])),
    ?T(io:format("~c~n", ["a"])),
    ?T(io:format("~d~n", [1])),
    ?T(io:format("~.b~n", [1])),
    ?T(io:format("~w~n", [])),
    ?T(io:format("~w~n", [1, 2])),
    ?T(io:format("~f~n", [1])),
    ?T(io:format("~.1f~n", [1.25])),
    ?T(io:format("~10s|~n", ["abc"])),
    ?T(io:format("~-10s|~n", ["abc"])),
    ?T(io:format("~.2s|~n", ["abc"])),
    ?T(io:format("~10.2s|~n", ["abc"])),
    ?T(io:format("~10..*s|~n", ["abc"])),
    ?T(io:format("~*s|~n", [5, "abc"])),
    ?T(io:format("~ts~n", [<<255>>])),
    ?T(io:format(a, [])),
    ?T(io:format("~w" ++ x, [1])),
    ?T(io:format(<<"~w~n">>, [bin])),
    ?T(io:format("~n~~~n")),
    ?T(io_lib:format("~s", [<<"x">>])),
    ?T(io_lib:format("~p", a)),
    ok.
