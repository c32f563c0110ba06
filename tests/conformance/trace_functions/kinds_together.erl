%% proves F4, F5, F6: local, meta and call_count set in one call
%% needs: 27
-module(kinds_together).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    say(trace:function(S, {traced, id, 1}, [{'_', [], [{message, why}]}], [local, meta, call_count])),
    do(W, fun() -> traced:id(1) end),
    trace:process(S, W, true, [call]),
    do(W, fun() -> traced:id(2) end),
    show(S, T),
    say(trace:info(S, {traced, id, 1}, call_count)),
    say(trace:info(S, {traced, id, 1}, match_spec)),
    say(trace:info(S, {traced, id, 1}, meta_match_spec)),
    say(trace:info(S, {traced, id, 1}, meta)).
