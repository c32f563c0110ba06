%% proves F12: a bad call leaves what was set
%% needs: 27
-module(spec_bad_changes_nothing).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, id, 1}, [{[1], [], []}], [local]),
    attempt(fun() -> trace:function(S, {traced, id, 1}, [{[2], [], [{foo}]}], [local]) end),
    attempt(fun() -> trace:function(S, {traced, id, 1}, [{[2], [], []}], [locale]) end),
    say(trace:info(S, {traced, id, 1}, match_spec)),
    trace:process(S, W, true, [call]),
    do(W, fun() -> traced:id(1), traced:id(2) end),
    show(S, T).
