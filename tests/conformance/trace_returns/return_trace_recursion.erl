%% proves P4, M3: a recursion that is not a tail call
%% needs: 27
-module(return_trace_recursion).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, up, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:up(0) end),
    show(S, T).
