%% proves P4, M3: tail calls each return, one after the other
%% needs: 27
-module(return_trace_tail).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:even(3), prey:down(2) end),
    show(S, T).
