%% proves S5: session_info of processes, new ones, and dead ones
%% needs: 27
-module(session_info_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, stop/1, session/1, session/2, say/1, say/2, attempt/1]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S1 = session(one, T), S2 = session(two, T),
    Names = fun(undefined) -> undefined; (L) -> lists:sort([N || {N, _} <- L]) end,
    trace:process(S1, W, true, [send]), trace:process(S2, W, true, [procs]), trace:process(S2, new, true, [procs]),
    [say(Names(trace:session_info(X))) || X <- [W, V, T, new, new_processes, new_ports, all]],
    trace:process(S1, W, false, [send]),
    say(Names(trace:session_info(W))),
    stop(V),
    say(Names(trace:session_info(V))),
    [say(attempt(fun() -> trace:session_info(X) end)) || X <- [nobody, 1, {a, b}, "x"]],
    %% Both handles are held to the end: a session goes with its last one.
    say([trace:session_destroy(S) || S <- [S1, S2]]).
