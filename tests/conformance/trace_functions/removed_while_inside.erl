%% proves F10: a return is reported though the pattern was removed meanwhile
%% needs: 27
-module(removed_while_inside).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, body, 2}, [{'_', [], [{return_trace}]}], [local]),
    do(W, fun() -> prey:body(fun(X) -> trace:function(S, {prey, body, 2}, false, [local]), X end, 1) end),
    show(S, T).
