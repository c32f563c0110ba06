%% proves P12: a timestamp flag alone tells nothing
%% needs: 27
-module(timestamp_without_events).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [timestamp, arity, silent]),
    do(W, fun() -> self() ! x, spawn(fun() -> ok end) end),
    sync(S),
    say(take(T)).
