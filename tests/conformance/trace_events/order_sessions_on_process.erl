%% proves P23, S2: one tracer, three sessions: the order in which one event is reported
%% needs: 27
-module(order_sessions_on_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, flow/2]).

main() ->
    T = tracer(), W = worker(w), [A, B, C] = Ss = [session(N, T) || N <- [a, b, c]],
    trace:process(B, W, true, [send, monotonic_timestamp]),
    trace:process(A, W, true, [send]),
    trace:process(C, W, true, [send, strict_monotonic_timestamp]),
    do(W, fun() -> self() ! x end),
    trace:process(B, W, false, [send]),
    trace:process(B, W, true, [send]),
    do(W, fun() -> self() ! y end),
    trace:process(A, W, false, [all]),
    trace:process(A, W, true, [send]),
    do(W, fun() -> self() ! z end),
    flow(C, T),
    [trace:session_destroy(S) || S <- Ss].
