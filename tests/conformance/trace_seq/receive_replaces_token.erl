%% proves Q1: a received message replaces the token, one without a token clears it
%% needs: 27
-module(receive_replaces_token).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, say/1, say/2]).

main() ->
    A = worker(a), B = worker(b),
    do(A, fun() -> seq_trace:set_token(label, from_a), B ! {m, 1}, seq_trace:set_token([]), B ! {m, 2} end),
    say(do(B, fun() -> receive {m, 1} -> ok end, L1 = seq_trace:get_token(label), receive {m, 2} -> ok end, {L1, seq_trace:get_token()} end)).
