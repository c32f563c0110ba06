%% proves F9: a pattern taken back before the module comes
%% needs: 27
-module(on_load_off).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    unload(prey),
    trace:function(S, on_load, true, [local]),
    trace:function(S, on_load, false, [local]),
    load([prey]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1) end),
    say(trace:info(S, {prey, inner, 1}, traced)),
    show(S, T).

unload(M) -> code:purge(M), code:delete(M), code:purge(M).
