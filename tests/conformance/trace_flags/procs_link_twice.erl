%% proves P7: linking again and unlinking what is not linked
%% needs: 27
-module(procs_link_twice).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    [trace:process(S, P, true, [procs]) || P <- [A, B]],
    do(A, fun() -> link(B), link(B), link(self()), unlink(B), unlink(B) end),
    do(B, fun() -> ok end),
    show(S, T).
