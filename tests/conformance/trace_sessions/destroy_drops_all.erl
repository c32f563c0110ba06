%% proves S3: destroying clears flags, functions, message specs and new
%% needs: 27
-module(destroy_drops_all).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, call]),
    trace:process(S, new, true, [procs]),
    trace:function(S, {traced, '_', '_'}, true, [local, call_count, meta]),
    trace:send(S, [{'_', [], []}], []),
    say(trace:session_destroy(S)),
    do(W, fun() -> traced:id(1), self() ! x, spawn(fun() -> ok end) end),
    Other = session(other, T),
    sync(Other),
    say(take(T)),
    say([trace:session_info(X) || X <- [W, new, {traced, id, 1}]]),
    trace:session_destroy(Other).
