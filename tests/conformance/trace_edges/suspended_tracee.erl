%% proves P8, P2: a suspended tracee tells nothing until it is resumed
%% needs: 27
-module(suspended_tracee).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, session/1, session/2, sync/1, take/1, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send]),
    erlang:suspend_process(W),
    tell(W, fun() -> self() ! later end),
    sync(S), say(take(T)),
    erlang:resume_process(W),
    do(W, fun() -> ok end),
    show(S, T).
