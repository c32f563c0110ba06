%% proves T2, S7: what becomes of a tracer by the answers of its module: trace, discard, remove, others, an exception
%% needs: 27
-module(module_answers).
-export([main/0, traced/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    [answers(Status, Call) || Status <- [trace, discard, remove, rubbish, crash, none], Call <- [trace, discard, remove, rubbish, crash]],
    ok.

answers(Status, Call) ->
    Answers = case Status of none -> #{call => Call}; _ -> #{trace_status => Status, call => Call} end,
    Session = trace:session_create(answers, {plain_tracer, {self(), Answers, false}}, []),
    Tracee = tracer_reports:start(),
    Set = trace:process(Session, Tracee, true, [call]),
    1 = trace:function(Session, {?MODULE, traced, 0}, [], [local]),
    tracer_reports:run(Tracee, fun() -> traced() end),
    Count = count(0),
    {flags, Flags} = trace:info(Session, Tracee, flags),
    {tracer, Tracer} = trace:info(Session, Tracee, tracer),
    io:format("~p ~p: ~p, ~p calls, flags ~p, tracer ~p~n", [Status, Call, Set, Count, Flags, Tracer =/= []]),
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee).

count(N) ->
    receive {trace, call, _, _, _} -> count(N + 1)
    after 0 -> N
    end.

traced() -> ok.
