%% proves P7: spawn, spawned, exit with reasons
%% needs: 27
%% reports: ignored
-module(procs_spawn_exit).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [procs]),
    P1 = do(W, fun() -> spawn(lists, seq, [1, 3]) end),
    P2 = do(W, fun() -> spawn(fun() -> ok end) end),
    {P3, _} = do(W, fun() -> spawn_monitor(erlang, exit, [boom]) end),
    trace:process(S, new, true, [procs]),
    P4 = do(W, fun() -> spawn(erlang, exit, [new_one]) end),
    wait(P4),
    trace:process(S, new, false, [procs]),
    stop(W),
    delivered(S),
    Events = events(T),
    [io:format("~w~n", [X]) || Who <- [W, P4], E <- Events, element(2, E) =:= Who,
        X <- [clean(E, [{W, w}, {P1, p1}, {P2, p2}, {P3, p3}, {P4, p4}])]],
    ok.

wait(P) -> M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end.
