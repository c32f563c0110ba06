%% shows the option `line` without a length: lines of at most 512 bytes
-module(port_lines_by_name).
-export([main/0]).

main() ->
    Port = open_port({spawn, "cat"}, [line, eof]),
    port_command(Port, ["short\n", lists:duplicate(513, $x), "\n"]),
    [receive {Port, {data, {Kind, Text}}} -> io:format("~p ~p~n", [Kind, length(Text)]) end || _ <- [1, 2, 3]],
    port_close(Port).
