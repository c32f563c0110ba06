%% proves T1, T3, T4: events of a process as calls of a tracer module, with the second part as `extra`
%% needs: 27
-module(module_events).
-export([main/0, traced/1]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    Wanted = [call, return_from, exception_from, return_to, send, send_to_non_existing_process, 'receive', spawn, link, unlink, register,
              unregister, exit],
    State = {self(), maps:from_keys(Wanted, trace), false},
    Session = trace:session_create(events, {plain_tracer, State}, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [call, return_to, send, 'receive', procs]),
    1 = trace:function(Session, {?MODULE, traced, 1}, [{'_', [], [{exception_trace}]}], [local]),
    tracer_reports:run(Tracee, fun act/0),
    tracer_reports:print(Tracee, Wanted),
    tracer_reports:stop(Tracee),
    tracer_reports:print(Tracee, [exit]),
    trace:session_destroy(Session).

act() ->
    traced({a, "list"}),
    catch traced(crash),
    self() ! to_myself,
    receive to_myself -> ok end,
    {Pid, _} = spawn_opt(fun() -> ok end, [link, monitor]),
    receive {'DOWN', _, _, Pid, _} -> ok end,
    Pid ! nobody_there,
    register(a_name, self()),
    unregister(a_name).

traced(crash) -> error(reason);
traced(X) -> X.
