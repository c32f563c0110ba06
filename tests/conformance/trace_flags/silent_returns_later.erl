%% proves P5: calls made silently, returns when silence is over
%% needs: 27
-module(silent_returns_later).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, body, 2}, [{'_', [], [{return_trace}]}], [local]),
    trace:function(S, {prey, zero, 0}, [{'_', [], [{silent, false}]}], [local]),
    trace:process(S, W, true, [call, silent]),
    do(W, fun() -> prey:body(fun(_) -> prey:zero() end, 1) end),
    show(S, T).
