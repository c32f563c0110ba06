%% proves P17, P4: arity changes call only; returns tell the arity anyway
%% needs: 27
-module(arity_with_return).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call, arity]),
    do(W, fun() -> prey:outer(secret) end),
    show(S, T).
