%% proves T5, S7: a tracer module that is deleted, purged and loaded again while it traces
%% needs: 27
-module(module_gone).
-export([main/0, traced/0]).

main() ->
    {module, _} = code:ensure_loaded(plain_tracer),
    [gone(What) || What <- [delete, purge, load_again]],
    ok.

gone(What) ->
    io:format("~p~n", [What]),
    State = {self(), #{call => trace, send => trace}, false},
    Session = trace:session_create(gone, {plain_tracer, State}, []),
    [Calls, Sends] = Tracees = [tracer_reports:start(), tracer_reports:start()],
    1 = trace:process(Session, Calls, true, [call]),
    1 = trace:process(Session, Sends, true, [send]),
    1 = trace:function(Session, {?MODULE, traced, 0}, [], [local]),
    run(Tracees),
    change(What),
    run(Tracees),
    [io:format("  ~p~n", [trace:info(Session, Tracee, flags)]) || Tracee <- Tracees],
    {module, _} = code:ensure_loaded(plain_tracer),
    run(Tracees),
    [io:format("  ~p~n", [trace:info(Session, Tracee, flags)]) || Tracee <- Tracees],
    trace:session_destroy(Session),
    [tracer_reports:stop(Tracee) || Tracee <- Tracees].

change(delete) -> code:delete(plain_tracer);
change(purge) -> code:purge(plain_tracer), code:delete(plain_tracer), code:purge(plain_tracer);
change(load_again) -> code:purge(plain_tracer), code:load_file(plain_tracer).

run([Calls, Sends]) ->
    tracer_reports:run(Calls, fun() -> traced() end),
    tracer_reports:run(Sends, fun() -> self() ! message, receive message -> ok end end),
    io:format("  ~p~n", [lists:sort(tags())]).

tags() ->
    receive {trace, Tag, _, _, _} -> [Tag | tags()]
    after 0 -> []
    end.

traced() -> ok.
