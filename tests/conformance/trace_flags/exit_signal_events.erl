%% proves P7: exit/2 to oneself and to a process that traps
%% needs: 27
-module(exit_signal_events).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [procs, 'receive']),
    do(W, fun() -> process_flag(trap_exit, true), exit(self(), mine), receive {'EXIT', _, R} -> R end end),
    exit(W, yours),
    do(W, fun() -> receive {'EXIT', _, R} -> R end end),
    show(S, T).
