%% proves P1: existing counts those that are there, and leaves later ones alone
%% needs: 27
-module(process_existing).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    N = trace:process(S, existing, true, [procs]),
    say(N =:= length(processes()) - 1),
    V = worker(v),
    say([trace:info(S, P, flags) || P <- [W, V]]),
    trace:process(S, existing_processes, false, [procs]),
    say([trace:info(S, P, flags) || P <- [W, V]]).
