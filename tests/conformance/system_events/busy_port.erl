%% proves E3: busy_port: who waits for a port, but nobody who would rather not, nor the watcher itself
%% needs: 27
%% reports: ignored
-module(busy_port).
-export([main/0]).
-import(trace_stream, [tracer/0, worker/1, do/2, tell/2, name/2, take/1, say/1]).

main() ->
    T = tracer(), W = worker(w), V = worker(v),
    P = name(open_port({spawn, "sleep 20"}, [binary, stderr_to_stdout]), sleep),
    unlink(P),
    say(erlang:system_monitor(T, [busy_port])),
    do(W, fun() -> port_command(P, binary:copy(<<0>>, 100000)) end),
    say(do(V, fun() -> port_command(P, "x", [nosuspend]) end)),
    say(take(T)),
    Me = self(),
    tell(W, fun() -> Me ! {w, catch port_command(P, "x")} end),
    say(told(T)),
    tell(V, fun() -> P ! {Me, {command, "x"}}, Me ! sent end),
    say(told(T)),
    erlang:system_monitor(V, [busy_port]),
    say(port_command(P, "x", [nosuspend])),
    {os_pid, Pid} = erlang:port_info(P, os_pid),
    Kill = open_port({spawn, "kill -9 " ++ integer_to_list(Pid)}, [exit_status]),
    receive {Kill, {exit_status, 0}} -> ok end,
    say(receive {w, {'EXIT', {Reason, _}}} -> Reason end),
    say(receive sent -> sent end),
    say(take(T)).

told(T) -> told(T, []).
told(T, []) -> told(T, take(T));
told(_, Events) -> Events.
