%% proves P13, T2, S7: processes that inherit their flags together with a tracer module, and what its answers make of that
%% needs: 27
-module(module_inherited).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    [inherit(Flags, Answers) || Flags <- [[set_on_spawn], [set_on_first_spawn], [set_on_link], [set_on_first_link]],
                                Answers <- [#{register => trace, send => trace}, #{trace_status => remove}, #{spawned => remove}, #{spawned => crash}]],
    ok.

inherit(Flags, Answers) ->
    State = {self(), Answers, false},
    Session = trace:session_create(inherited, {plain_tracer, State}, []),
    Tracee = tracer_reports:start(),
    Set = trace:process(Session, Tracee, true, [procs, send | Flags]),
    Me = self(),
    tracer_reports:run(Tracee, fun() ->
        Me ! {children, [child(fun spawn_link/1), child(fun spawn_link/1), child(fun spawn/1)]}
    end),
    Children = receive {children, List} -> List end,
    io:format("~p ~0p: ~p~n", [Flags, Answers, Set]),
    [io:format("  ~0p ~0p~n", [trace:info(Session, P, flags), tracer(trace:info(Session, P, tracer), State)]) || P <- [Tracee | Children]],
    [begin
         P ! {act, self()},
         receive {P, acted} -> ok end
     end || P <- Children],
    tracer_reports:run(Tracee, fun() -> ok end),
    io:format("  ~0p~n", [lists:sort(events([Tracee | Children]))]),
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee).

child(Spawn) ->
    Parent = self(),
    Child = Spawn(fun() ->
        Parent ! {self(), ready},
        receive {act, From} -> register(a_child, self()), unregister(a_child), From ! {self(), acted} end,
        receive stop -> ok end
    end),
    receive {Child, ready} -> Child end.

tracer({tracer, {plain_tracer, State}}, State) -> same;
tracer(Other, _) -> Other.

events(Pids) ->
    receive
        {trace, Tag, Pid, _, _} -> [{place(Pid, Pids), Tag} | events(Pids)]
    after 0 -> []
    end.

place(Pid, [Pid | _]) -> 0;
place(Pid, [_ | Rest]) -> 1 + place(Pid, Rest).
