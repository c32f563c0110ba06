%% proves F3, M3: exception_trace under a global pattern
%% needs: 27
-module(exception_global).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{exception_trace}]}], [global]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> catch prey:deep(2), prey:tail_catch(t) end),
    show(S, T).
