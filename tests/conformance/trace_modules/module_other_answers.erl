%% proves T2: answers that are none for events other than calls: which of them remove the tracer
%% needs: 27
-module(module_other_answers).
-export([main/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    [answers(Flag, Tag, Answer) || {Flag, Tag} <- [{send, send}, {'receive', 'receive'}, {procs, spawn}, {procs, register},
                                                   {garbage_collection, gc_major_start}],
                                   Answer <- [remove, rubbish, crash]],
    ok.

answers(Flag, Tag, Answer) ->
    Session = trace:session_create(answers, {plain_tracer, {self(), #{Tag => Answer}, false}}, []),
    Tracee = tracer_reports:start(),
    1 = trace:process(Session, Tracee, true, [Flag]),
    tracer_reports:run(Tracee, fun act/0),
    io:format("~p ~p ~p: ~p~n", [Flag, Tag, Answer, trace:info(Session, Tracee, flags)]),
    trace:session_destroy(Session),
    tracer_reports:stop(Tracee).

act() ->
    self() ! message,
    receive message -> ok end,
    {_, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    register(a_name, self()),
    unregister(a_name),
    garbage_collect().
