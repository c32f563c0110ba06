%% proves S7, S2: the death of one tracer concerns its own session only
%% needs: 27
-module(tracer_dies_others_stay).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w), S1 = session(one, T1), S2 = session(two, T2),
    [trace:process(S, W, true, [send]) || S <- [S1, S2]],
    stop(T1),
    do(W, fun() -> self() ! x end),
    show(S2, T2),
    say([trace:info(S, W, flags) || S <- [S1, S2]]).
