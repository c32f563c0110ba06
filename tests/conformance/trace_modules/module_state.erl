%% proves T2: the tracer's state is any term, the same in each call; processes that inherit the flags get it, too
%% needs: 27
-module(module_state).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    Session = trace:session_create(state, {plain_tracer, {self(), #{spawn => trace, register => trace}, lists:seq(1, 50)}}, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [procs, set_on_spawn]),
    tracer_reports:run(Tracee, fun() ->
        {Pid, Ref} = spawn_monitor(fun() -> register(a_name, self()), garbage_collect(), unregister(a_name) end),
        receive {'DOWN', Ref, _, Pid, _} -> ok end
    end),
    tracer_reports:print(Tracee, [register]),
    trace:session_destroy(Session),
    [io:format("~p~n", [state(Term)]) || Term <- [[], 1, 1.5, 1 bsl 80, "text", <<1:7>>, #{a => {b}}, make_ref(), fun lists:seq/2]].

state(Term) ->
    Session = trace:session_create(any, {plain_tracer, Term}, []),
    1 = trace:process(Session, self(), true, [procs]),
    Got = trace:info(Session, self(), tracer),
    trace:session_destroy(Session),
    Got =:= {tracer, {plain_tracer, Term}}.
