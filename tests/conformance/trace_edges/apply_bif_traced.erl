%% proves F11: apply/2,3 as traced functions
%% needs: 27
-module(apply_bif_traced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {erlang, apply, 3}, true, [local]),
    trace:function(S, {prey, inner, 1}, [{'_', [], [{message, {caller}}]}], [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:apply_it(prey, inner, [1]), lists:map(fun(X) -> apply(prey, inner, X) end, [[2]]), ok end),
    show(S, T).
