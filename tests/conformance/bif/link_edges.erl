%% shows link, unlink and exit/2 on the dead, oneself and what is no process
-module(link_edges).
-include("../support/edge.hrl").

main() ->
    ?T(link(self())),
    ?T(unlink(self())),
    ?T(link(a)),
    ?T(unlink(a)),
    ?T(unlink(dead())),
    ?T(link(dead())),
    ?T(exit(dead(), kill)),
    ?T(exit(a, kill)),
    ?T(exit("p", x)),
    ?T(linked_to_dead()),
    ?T(self_exit(normal)),
    ?T(self_exit(other)),
    ?T(self_exit(kill)),
    ?T(twice()),
    ok.

dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
linked_to_dead() -> process_flag(trap_exit, true), P = dead(), link(P), M = receive {'EXIT', P, Why} -> Why end,
        process_flag(trap_exit, false), M.
self_exit(Why) ->
    {P, R} = spawn_monitor(fun() -> process_flag(trap_exit, true), exit(self(), Why), receive {'EXIT', _, W} -> exit({trapped,
        W}) end end),
    receive {'DOWN', R, _, P, Reason} -> Reason end.
twice() ->
    process_flag(trap_exit, true),
    P = spawn(fun() -> receive stop -> ok end end),
    link(P), link(P), unlink(P), link(P), P ! stop,
    One = receive {'EXIT', P, W} -> W end,
    R = receive {'EXIT', P, _} -> more after 0 -> once end,
    process_flag(trap_exit, false), {One, R}.
