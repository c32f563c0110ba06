%% proves F1, F4: a pattern on one function inside a traced module replaces its spec
%% needs: 27
-module(wildcard_module_later_pattern).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [local]),
    trace:function(S, {prey, middle, 1}, [{'_', [], [{message, special}]}], [local]),
    trace:function(S, {prey, inner, 1}, false, [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1) end),
    show(S, T).
