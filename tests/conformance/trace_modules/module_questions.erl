%% proves T2, T4: the order of a tracer module's calls: questions and events; about its status it may be asked at any time, and is before each call
%% needs: 27
-module(module_questions).
-export([main/0, traced/1]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    Tags = [call, return_from, return_to, exception_from, send, 'receive', spawn, link, unlink, register, unregister, exit],
    [questions(Flags, Spec, maps:from_keys(Tags, Answer)) || Answer <- [trace, discard],
        {Flags, Spec} <- [{[call], []}, {[call, arity], []}, {[call, return_to], [{'_', [], [{exception_trace}]}]}, {[call, silent], []},
                          {[call], [{'_', [false], []}]}, {[call], [{'_', [], [{message, false}]}]}, {[send], []}, {['receive'], []}, {[procs], []},
                          {[call, send], [{'_', [], [{silent, true}]}]}]],
    ok.

questions(Flags, Spec, Answers) ->
    Session = trace:session_create(questions, {plain_tracer, {self(), Answers, true}}, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, Flags),
    1 = trace:function(Session, {?MODULE, traced, 1}, Spec, [local]),
    io:format("~0p ~0p ~p~n", [Flags, Spec, map_get(call, Answers)]),
    events(),
    tracer_reports:run(Tracee, fun act/0),
    events(),
    trace:info(Session, Tracee, flags),
    events(),
    trace:process(Session, Tracee, false, Flags),
    events(),
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee).

act() ->
    traced(1),
    catch traced(crash),
    register(a_name, self()),
    unregister(a_name).

events() -> io:format("  ~0p~n", [promised([{element(1, E), element(2, E)} || E <- reports()])]).

promised([{enabled, trace_status}, {enabled, call} | Rest]) -> [status, {enabled, call} | promised(Rest)];
promised([{enabled, trace_status} | Rest]) -> promised(Rest);
promised([Report | Rest]) -> [Report | promised(Rest)];
promised([]) -> [].

reports() -> receive E when element(1, E) =:= enabled; element(1, E) =:= trace -> [E | reports()] after 0 -> [] end.

traced(crash) -> error(reason);
traced(X) -> X.
