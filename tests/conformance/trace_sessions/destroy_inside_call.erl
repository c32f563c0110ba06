%% proves S3, B8: a session ends while frames of it are on a stack
%% needs: 27
-module(destroy_inside_call).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, return_to]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [local]),
    say(do(W, fun() -> prey:body(fun(_) -> prey:safe(1, fun() -> trace:session_destroy(S), prey:deep(2) end) end, 1) end)),
    do(W, fun() -> prey:outer(1) end),
    Other = session(other, T), sync(Other),
    [say(E) || E <- take(T)].
