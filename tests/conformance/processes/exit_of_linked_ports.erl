%% shows what processes and ports that are linked or monitored tell each other when either ends, and in which way
-module(exit_of_linked_ports).
-include("../support/edge.hrl").

main() ->
    process_flag(trap_exit, true),
    ?T(owner_ends(normal)),
    ?T(owner_ends(crash)),
    ?T(owner_ends(kill)),
    ?T(begin P = cat(), exit(P, why), receive {'EXIT', P, R} -> R end end),
    ?T(begin P = cat(), R = monitor(port, P), port_close(P), {receive {'DOWN', R, port, P, W} -> W end, receive {'EXIT', P, X} -> X end} end),
    ?T(begin P = cat(), R = monitor(port, P), unlink(P), exit(P, kill), receive {'DOWN', R, port, P, W} -> W end end),
    ?T(begin P = cat(), R = monitor(port, P), true = demonitor(R, [flush]), port_close(P), receive {'EXIT', P, X} -> X end end),
    ?T(begin P = cat(), port_close(P), receive {'EXIT', P, _} -> ok end, R = monitor(port, P), receive {'DOWN', R, port, _, W} -> W end end),
    ?T(begin R = monitor(port, no_such_port_name), receive {'DOWN', R, port, {Name, _}, W} -> {Name, W} end end),
    ?T(begin P = cat(), register(my_port, P), R = monitor(port, my_port), port_close(P), receive {'DOWN', R, port, {Name, _}, W} -> {Name, W} end end),
    ?T(monitor(port, self())),
    ?T(monitor(process, cat())),
    ?T(begin P = cat(), port_close(P), receive {'EXIT', P, normal} -> ok end, link(P), receive {'EXIT', P, W} -> W end end),
    ?T(begin P = cat(), {O, R} = spawn_monitor(fun() -> link(P), exit(P, bye), receive never -> ok end end), receive {'DOWN', R, process, O, W} -> W end end),
    ok.

cat() -> open_port({spawn_executable, "/bin/cat"}, []).

owner_ends(How) ->
    Self = self(),
    {O, R} = spawn_monitor(fun() -> Self ! {port, cat()}, receive normal -> ok; crash -> exit(crash) end end),
    P = receive {port, X} -> X end,
    M = monitor(port, P),
    case How of kill -> exit(O, kill); _ -> O ! How end,
    {receive {'DOWN', R, _, _, W} -> W end, receive {'DOWN', M, _, _, W2} -> W2 end, erlang:port_info(P)}.
