%% shows exit/2 with all reasons, to itself, to those that trap and to dead ones
-module(exit_signals).
-include("../support/edge.hrl").

main() ->
    ?T(exit(x, y)),
    ?T(exit(1, y)),
    ?T(exit(dead(), kill)),
    ?T(died(fun() -> exit(self(), normal), alive end)),
    ?T(died(fun() -> exit(self(), kill), alive end)),
    ?T(died(fun() -> exit(self(), other), alive end)),
    ?T(died(fun() -> process_flag(trap_exit, true), exit(self(), normal), receive M -> exit({got, element(3, M)}) end end)),
    ?T(died(fun() -> process_flag(trap_exit, true), exit(self(), kill), alive end)),
    ?T(died(fun() -> process_flag(trap_exit, true), link(dead()), receive M -> exit({got, element(3, M)}) end end)),
    ?T(died(fun() -> link(dead()), receive after 1000 -> alive end end, fun({R, _}) -> R; (R) -> R end)),
    ?T(died(fun() -> spawn_link(fun() -> exit(first) end), receive after 1000 -> alive end end)),
    ?T(died(fun() -> spawn_link(fun() -> ok end), receive after 5 -> exit(still_here) end end)),
    ?T(died(fun() -> error(bad) end, fun({R, _}) -> R end)),
    ?T(died(fun() -> throw(ball) end, fun({R, _}) -> R end)),
    ?T(died(fun() -> exit({shutdown, x}) end)),
    ?T(died(fun() -> P = self(), spawn(fun() -> exit(P, killed) end), receive after 1000 -> alive end end)),
    ?T(process_flag(trap_exit, 1)),
    ?T(process_flag(trap_exit, false)),
    ?T(process_flag(no_such_flag, true)),
    ?T(process_flag(priority, urgent)),
    ?T(process_flag(priority, low)),
    ?T(process_flag(priority, normal)),
    ?T(process_flag(min_heap_size, -1)),
    ?T(process_flag(fullsweep_after, a)),
    ?T(process_flag(max_heap_size, #{size => a})),
    ?T(process_flag(message_queue_data, x)),
    ?T(process_flag(error_handler, 1)),
    ?T(process_flag(sensitive, x)),
    ok.

died(F) -> died(F, fun(R) -> R end).
died(F, Show) ->
    logger:set_primary_config(level, none),
    {P, Ref} = spawn_monitor(F),
    receive {'DOWN', Ref, process, P, R} -> Show(R) end.
dead() -> {P, R} = spawn_monitor(fun() -> ok end), receive {'DOWN', R, _, _, _} -> P end.
