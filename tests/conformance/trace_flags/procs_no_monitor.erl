%% proves P7: monitors are not told
%% needs: 27
-module(procs_no_monitor).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    [trace:process(S, P, true, [procs]) || P <- [A, B]],
    do(A, fun() -> M = monitor(process, B), demonitor(M), monitor(process, B) end),
    do(B, fun() -> ok end),
    show(S, T),
    say(nothing).
