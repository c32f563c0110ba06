%% shows packets of 1, 2 and 4 bytes to and from a program: cut, joined, empty, too long, and half of one at the end
-module(port_packets).
-include("../support/edge.hrl").

main() ->
    process_flag(trap_exit, true),
    ?T([echo(N, ["a", "", "bc"]) || N <- [1, 2, 4]]),
    ?T(echo(1, [lists:duplicate(255, $x)]) =:= [lists:duplicate(255, $x)]),
    ?T(bad(1, lists:duplicate(256, $x))),
    ?T(echo(2, [lists:duplicate(65535, $x)]) =:= [lists:duplicate(65535, $x)]),
    ?T(bad(2, lists:duplicate(65536, $x))),
    ?T(echo(4, [lists:duplicate(300000, $x)]) =:= [lists:duplicate(300000, $x)]),
    ?T(echo(2, [["io", [<<"li">>, $s], "t"]])),
    ?T(out("printf '\\001a\\002bc'", [{packet, 1}])),
    ?T(out("printf '\\000\\001a\\000\\002bc'", [{packet, 2}, binary])),
    ?T(out("printf '\\000\\000\\000\\001a'", [{packet, 4}])),
    ?T(out("printf '\\005abc'", [{packet, 1}])),
    ?T(out("printf '\\000'", [{packet, 2}])),
    ?T(out("printf '\\000\\000'", [{packet, 2}])),
    ?T(out("printf 'ab'; printf 'cd'", [stream])),
    ?T(out("printf 'one\\ntwo\\nthree'", [{line, 4}])),
    ?T(out("printf '\\n\\nx\\r\\n'", [{line, 10}, binary])),
    ?T(out("printf 'exactly4\\n'", [{line, 8}])),
    ok.

echo(N, Packets) ->
    Port = open_port({spawn_executable, "/bin/cat"}, [{packet, N}]),
    [true = port_command(Port, P) || P <- Packets],
    R = [receive {Port, {data, D}} -> D end || _ <- Packets],
    port_close(Port),
    R.

bad(N, Packet) ->
    Port = open_port({spawn_executable, "/bin/cat"}, [{packet, N}]),
    R = try port_command(Port, Packet) catch error:Reason -> Reason end,
    catch port_close(Port),
    {R, receive {'EXIT', Port, Why} -> Why end}.

%% All messages of a program; a stream's pieces are joined.
out(Command, Options) ->
    Port = open_port({spawn_executable, "/bin/sh"}, [{args, ["-c", Command]}, exit_status, eof | Options]),
    R = all(Port, 2),
    port_close(Port),
    case lists:member(stream, Options) of true -> lists:append([D || {data, D} <- R]); false -> R end.

all(_, 0) -> [];
all(Port, Ends) -> receive {Port, M} -> [M | all(Port, case M of {data, _} -> Ends; _ -> Ends - 1 end)] end.
