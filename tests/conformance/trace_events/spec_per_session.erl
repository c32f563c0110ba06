%% proves E1, S2: each session has its own specs for messages
%% needs: 27
-module(spec_per_session).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    [trace:process(S, W, true, [send]) || S <- [S1, S2]],
    trace:send(S1, [{['_', {a, '_'}], [], []}], []),
    trace:send(S2, [{['_', {b, '_'}], [], [{message, two}]}], []),
    do(W, fun() -> self() ! {a, 1}, self() ! {b, 2} end),
    show(S1, T1), show(S2, T2),
    say([trace:info(S, send, match_spec) || S <- [S1, S2]]).
