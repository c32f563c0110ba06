%% proves P2, P3, P23: a dialogue of two tracees seen from both sides
%% needs: 27
-module(flag_send_receive_both).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    [1 = trace:process(S, P, true, [send, 'receive']) || P <- [A, B]],
    tell(B, fun() -> [receive {ping, N, From} -> From ! {pong, N} end || N <- [1, 2, 3]] end),
    do(A, fun() -> [begin B ! {ping, N, self()}, receive {pong, N} -> ok end end || N <- [1, 2, 3]], done end),
    do(B, fun() -> ok end),
    show(S, T).
