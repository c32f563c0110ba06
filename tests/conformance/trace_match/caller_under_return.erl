%% proves M5, B8: caller is not disturbed by the frames of tracing
%% needs: 27
-module(caller_under_return).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call, return_to]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}, {message, {caller}}]}], [local]),
    do(W, fun() -> prey:outer(1), prey:even(1), ok end),
    show(S, T).
