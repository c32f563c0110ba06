%% proves Q6: reset_trace clears tokens of processes and of queued messages
%% needs: 27
-module(reset_clears_all).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, say/1, say/2]).

main() ->
    A = worker(a), B = worker(b),
    do(A, fun() -> seq_trace:set_token(label, gone_soon), B ! {m, 1} end),
    say(seq_trace:reset_trace()),
    say(do(A, fun() -> seq_trace:get_token() end)),
    say(do(B, fun() -> receive {m, 1} -> ok end, seq_trace:get_token() end)).
