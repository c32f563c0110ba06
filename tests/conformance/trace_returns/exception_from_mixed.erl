%% proves P4, M3: return_trace and exception_trace frames in one stack
%% needs: 27
-module(exception_from_mixed).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, deep, 1}, [{['$1'], [{'==', {'rem', '$1', 2}, 0}], [{exception_trace}]}, {'_', [], [{return_trace}]}], [local]),
    trace:function(S, {prey, safe, 2}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:safe(1, fun() -> prey:deep(4) end) end),
    show(S, T).
