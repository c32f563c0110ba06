%% proves Q5, Q9: tokens travel without a system tracer, too
%% needs: 27
-module(token_without_tracer).
-export([main/0]).
-import(trace_stream, [worker/1, do/2, say/1, say/2]).

main() ->
    A = worker(a), B = worker(b),
    do(A, fun() -> seq_trace:set_token(label, quiet), seq_trace:set_token(send, true), seq_trace:set_token(print, true), seq_trace:print(nobody_hears), B ! {m, 1}, seq_trace:set_token([]) end),
    say(do(B, fun() -> receive {m, 1} -> R = {seq_trace:get_token(label), seq_trace:get_token(send)}, seq_trace:set_token([]), R end end)).
