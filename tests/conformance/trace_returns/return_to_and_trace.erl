%% proves P6, P4: return_to with return_trace: value first, then where to
%% needs: 27
-module(return_to_and_trace).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:outer(1), prey:even(2) end),
    show(S, T).
