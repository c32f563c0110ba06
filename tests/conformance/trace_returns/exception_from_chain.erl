%% proves P4, M3: an exception through several frames: one message for each
%% needs: 27
-module(exception_from_chain).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, deep, 1}, [{'_', [], [{exception_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> catch prey:deep(3) end),
    show(S, T).
