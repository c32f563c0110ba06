%% proves F9, S2: on_load patterns of two sessions
%% needs: 27
-module(on_load_two_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    unload(prey),
    trace:function(S1, on_load, true, [local]),
    trace:function(S2, on_load, [{[1], [], []}], [local]),
    load([prey]),
    [trace:process(S, W, true, [call]) || S <- [S1, S2]],
    do(W, fun() -> prey:outer(1), prey:inner(2) end),
    show(S1, T1), show(S2, T2),
    trace:session_destroy(S1),
    unload(prey), load([prey]),
    say([trace:info(S2, {prey, inner, 1}, I) || I <- [traced, match_spec]]).

unload(M) -> code:purge(M), code:delete(M), code:purge(M).
