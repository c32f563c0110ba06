%% proves Q3, Q7: how serials count along a chain of three processes
%% needs: 27
-module(serial_counts).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, take/1, say/1, say/2]).

main() ->
    T = tracer(), [A, B, C] = Ws = [worker(N) || N <- [a, b, c]],
    seq_trace:set_system_tracer(T),
    tell(C, fun() -> receive {hop, P} -> P ! back end end),
    tell(B, fun() -> receive {hop, P} -> C ! {hop, P} end end),
    do(A, fun() ->
        seq_trace:set_token(label, chain), seq_trace:set_token(send, true), seq_trace:set_token('receive', true), seq_trace:set_token(print, true),
        seq_trace:print(start),
        B ! {hop, self()},
        receive back -> ok end,
        seq_trace:print(stop),
        seq_trace:set_token([])
    end),
    [do(W, fun() -> seq_trace:set_token([]) end) || W <- Ws],
    [say(E) || E <- take(T)].
