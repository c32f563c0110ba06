%% proves F9, F3: on_load with a spec and global
%% needs: 27
-module(on_load_global_spec).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    unload(prey),
    trace:function(S, on_load, [{'_', [], [{return_trace}, {message, {const, loaded}}]}], []),
    load([prey]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1), prey:even(2) end),
    say([trace:info(S, {prey, inner, 1}, I) || I <- [traced, match_spec]]),
    show(S, T).

unload(M) -> code:purge(M), code:delete(M), code:purge(M).
