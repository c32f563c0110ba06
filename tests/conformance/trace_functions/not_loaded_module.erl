%% proves F1: a pattern on a module that is not loaded does nothing, also later
%% needs: 27
-module(not_loaded_module).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    code:purge(prey), code:delete(prey), code:purge(prey),
    say(trace:function(S, {prey, '_', '_'}, true, [local])),
    load([prey]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:inner(1) end),
    say(trace:info(S, {prey, inner, 1}, traced)),
    show(S, T).
