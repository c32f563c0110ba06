%% proves F5: return_trace and exception_trace in a meta spec
%% needs: 27
-module(meta_return_trace).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, [{'_', [], [{return_trace}]}], [meta]),
    trace:function(S, {prey, thrower, 1}, [{'_', [], [{exception_trace}]}], [meta]),
    do(W, fun() -> prey:outer(1), catch prey:thrower(ball) end),
    show(S, T).
