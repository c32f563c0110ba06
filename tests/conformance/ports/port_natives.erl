%% shows port_command, port_control, port_call and port_info with wrong ports and options, and a port that has a name
-module(port_natives).
-include("../support/edge.hrl").

main() ->
    process_flag(trap_exit, true),
    P = open_port({spawn_executable, "/bin/cat"}, [binary]),
    ?T(erlang:port_command(P, "x", [nosuspend])),
    ?T(receive {P, M} -> M end),
    ?T(erlang:port_command(P, "y", [force])),
    ?T(erlang:port_command(no_port, "x")),
    ?T(erlang:port_command(17, "x")),
    ?T(erlang:port_control(P, 1, "x")),
    ?T(erlang:port_control(P, -1, "x")),
    ?T(erlang:port_control(P, a, "x")),
    ?T(erlang:port_call(P, 1, term)),
    ?T(erlang:port_call(P, a, term)),
    ?T(erlang:port_info(P, bad)),
    ?T(erlang:port_info(a, name)),
    ?T([element(1, I) || I <- erlang:port_info(P)]),
    ?T([erlang:port_info(P, I) || I <- [registered_name, monitors, input, name, queue_size, parallelism, locking]]),
    ?T(register(my_cat, P)),
    ?T({erlang:port_info(my_cat, registered_name), whereis(my_cat) =:= P}),
    ?T(port_command(my_cat, "")),
    ?T(port_connect(my_cat, self())),
    ?T(port_close(my_cat)),
    ?T(whereis(my_cat)),
    ?T(port_close(P)),
    ?T(port_command(P, "x")),
    ?T(erlang:port_info(P)),
    ?T(erlang:port_info(P, name)),
    ?T(lists:member(P, erlang:ports())),
    ok.
