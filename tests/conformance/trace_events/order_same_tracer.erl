%% proves P23, S2: two sessions with one tracer: both messages of an event, sessions in turn
%% needs: 27
-module(order_same_tracer).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S1 = session(one, T), S2 = session(two, T),
    trace:process(S1, W, true, [send]),
    trace:process(S2, W, true, [send, monotonic_timestamp]),
    do(W, fun() -> self() ! x, self() ! y end),
    show(S2, T),
    trace:session_destroy(S1).  % until here it must not be collected
