%% proves P7: a linked process takes the reason, and is unlinked before it ends
%% needs: 27
-module(procs_exit_by_link).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, gone/1]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    [trace:process(S, P, true, [procs]) || P <- [A, B]],
    do(A, fun() -> link(B) end),
    do(B, fun() -> ok end),
    exit(A, over),
    gone(A), gone(B),
    show(S, T).
