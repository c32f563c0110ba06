%% proves P4, M3: return_trace says nothing of a function that raises
%% needs: 27
-module(return_after_exception).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:safe(2, fun() -> prey:deep(2) end) end),
    show(S, T).
