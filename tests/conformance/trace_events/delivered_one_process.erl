%% proves P22: trace:delivered of one process, of a dead one, and bad arguments
%% needs: 27
-module(delivered_one_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, stop/1, session/1, session/2, take/1, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send]),
    tell(W, fun() -> [self() ! N || N <- lists:seq(1, 100)] end),
    do(W, fun() -> ok end),
    R = trace:delivered(S, W),
    receive {trace_delivered, W, R} -> ok end,
    say(length(take(T))),
    stop(W),
    R2 = trace:delivered(S, W),
    say(receive {trace_delivered, W, R2} -> dead_too end),
    [say(attempt(fun() -> trace:delivered(S, X) end)) || X <- [existing, 1, T ! x, "all"]].
