%% shows link, unlink, monitor and demonitor on what is dead, foreign or wrong
-module(links_and_monitors).
-include("../support/edge.hrl").

main() ->
    ?T(link(self())),
    ?T(link(x)),
    ?T(link(1)),
    ?T(unlink(self())),
    ?T(unlink(dead())),
    ?T(unlink(a)),
    ?T(is_reference(monitor(process, x))),
    ?T(receive {'DOWN', _, process, {x, N}, R} -> {N, R} end),
    ?T(is_reference(monitor(process, {no_such_name, node()}))),
    ?T(receive {'DOWN', _, process, {no_such_name, _}, R} -> R end),
    ?T(is_reference(monitor(process, dead()))),
    ?T(receive {'DOWN', _, process, _, R} -> R end),
    ?T(monitor(process, "x")),
    ?T(monitor(bad, self())),
    ?T(monitor(port, self())),
    ?T(is_reference(monitor(process, self(), [{tag, t}]))),
    ?T(is_reference(monitor(process, no_such_name, [{tag, my_down}]))),
    ?T(receive {my_down, _, process, _, R} -> R end),
    ?T(monitor(process, self(), [{tag}])),
    ?T(monitor(process, self(), [{alias, bad}])),
    ?T(monitor(process, self(), x)),
    ?T(demonitor(make_ref())),
    ?T(demonitor(x)),
    ?T(demonitor(make_ref(), [flush, info])),
    ?T(demonitor(make_ref(), [bad])),
    ?T(demonitor(make_ref(), x)),
    ?T(receive X -> X after 0 -> nothing end),
    ?T(is_reference(monitor(time_offset, clock_service))),
    ok.

dead() -> P = spawn(fun() -> ok end), wait(P).
wait(P) -> case is_process_alive(P) of true -> erlang:yield(), wait(P); false -> P end.
