%% proves M3: both actions in one body
%% needs: 27
-module(return_and_exception_trace).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, thrower, 1}, [{'_', [], [{return_trace}, {exception_trace}]}], [local]),
    trace:function(S, {prey, inner, 1}, [{'_', [], [{exception_trace}, {return_trace}]}], [local]),
    do(W, fun() -> prey:inner(1), catch prey:thrower(2) end),
    show(S, T).
