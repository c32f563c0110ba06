%% proves Z2: local patterns do not pass to a new version, counters neither
%% needs: 27
-module(hot_load_clears_local).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {prey, '_', '_'}, true, [local, call_count]),
    do(W, fun() -> prey:inner(1) end),
    reload(prey),
    do(W, fun() -> prey:inner(2) end),
    say([trace:info(S, {prey, inner, 1}, I) || I <- [traced, call_count, meta]]),
    show(S, T).

reload(M) -> code:purge(M), {module, M} = code:load_file(M).
