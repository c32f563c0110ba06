%% proves Z2, F1: deleting a traced module and loading it again
%% needs: 27
-module(purged_and_loaded).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, '_', '_'}, true, [local]),
    code:purge(prey), code:delete(prey), code:purge(prey),
    say(trace:info(S, {prey, inner, 1}, traced)),
    load([prey]),
    say(trace:info(S, {prey, inner, 1}, traced)),
    say(trace:function(S, {prey, inner, 1}, true, [local])),
    do(W, fun() -> prey:inner(1) end),
    show(S, T).
