%% proves S4, S1: a handle survives a copy to another process and a closure
%% needs: 27
-module(handle_through_term).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    V = worker(v),
    F = fun() -> trace:process(S, W, true, [send]) end,
    say(do(V, F)),
    say(do(V, fun() -> S end) =:= S),
    do(W, fun() -> self() ! x end),
    show(S, T).
