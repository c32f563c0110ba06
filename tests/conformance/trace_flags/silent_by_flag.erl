%% proves P5: silent hides call, return_from, return_to; message events go on
%% needs: 27
-module(silent_by_flag).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call, return_to, silent, send]),
    do(W, fun() -> prey:outer(1), self() ! loud end),
    trace:process(S, W, false, [silent]),
    do(W, fun() -> prey:middle(2) end),
    show(S, T).
