%% shows monitor and demonitor with options, names, wrong types and the dead
-module(monitor_edges).
-include("../support/edge.hrl").

main() ->
    ?T(monitor(process, a_name_of_nobody) =/= ok),
    ?T(receive {'DOWN', _, process, Who, Why} -> {Who =:= {a_name_of_nobody, node()}, Why} end),
    ?T(monitor(process, self()) =/= ok),
    ?T(monitor(bad, self())),
    ?T(monitor(process, 1)),
    ?T(monitor(process, {a, 1})),
    ?T(monitor(process, [])),
    ?T(monitor(port, self())),
    ?T(monitor(time_offset, bad)),
    ?T(monitor(process, self(), [bad])),
    ?T(monitor(process, self(), bad)),
    ?T(monitor(process, self(), [{alias, bad}])),
    ?T(monitor(process, self(), [{tag, x} | y])),
    ?T(tagged()),
    ?T(demonitor(make_ref())),
    ?T(demonitor(a)),
    ?T(demonitor(make_ref(), [flush, info])),
    ?T(demonitor(make_ref(), [bad])),
    ?T(demonitor(make_ref(), bad)),
    ?T(flushed()),
    ?T(port_name()),
    ok.

tagged() -> P = spawn(fun() -> ok end), R = monitor(process, P, [{tag, {my, tag}}]), receive {T, R, process, P, _} -> T end.
%% The second monitor may report `noproc` before the first one reports the end: the test waits for both.
flushed() -> {P, R} = spawn_monitor(fun() -> ok end), R2 = monitor(process, P), receive {'DOWN', R2, _, _, _} -> ok end,
        until_told(R), demonitor(R, [flush, info]).
until_told(R) -> {messages, Ms} = process_info(self(), messages),
        case [M || M <- Ms, element(2, M) =:= R] of [] -> timer:sleep(1), until_told(R); [_] -> ok end.
port_name() -> R = monitor(port, no_such_port), receive {'DOWN', R, port, {N, _}, Why} -> {N, Why} end.
