%% proves Q1: the token comes with the message that is taken, not with the first in the queue
%% needs: 27
-module(selective_receive_token).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, say/1, say/2]).

main() ->
    A = worker(a), B = worker(b),
    do(A, fun() -> seq_trace:set_token(label, one), B ! {m, 1}, seq_trace:set_token(label, two), B ! {m, 2}, seq_trace:set_token([]) end),
    say(do(B, fun() -> receive {m, 2} -> ok end, L2 = seq_trace:get_token(label), receive {m, 1} -> ok end, {L2, seq_trace:get_token(label), seq_trace:set_token([]) =/= []} end)).
