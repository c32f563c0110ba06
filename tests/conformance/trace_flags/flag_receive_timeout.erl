%% proves P3: a receive that times out; one with time 0 and an empty queue too
%% needs: 27
-module(flag_receive_timeout).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, ['receive']),
    do(W, fun() -> receive never -> no after 5 -> late end end),
    do(W, fun() -> receive never -> no after 0 -> at_once end end),
    do(W, fun() -> self() ! junk, receive never -> no after 0 -> at_once end end),
    do(W, fun() -> receive junk -> got after 1000 -> late end end),
    do(W, fun() -> receive after 2 -> slept end end),
    show(S, T).
