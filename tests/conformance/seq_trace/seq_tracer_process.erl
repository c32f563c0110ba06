%% proves Q5, Q7: steps of the system tracer itself are not told and do not count.
-module(seq_tracer_process).
-export([main/0]).
-import(seq_stream, [run/1, token/0]).

main() ->
    run([
        {tracer_itself, 3, fun() -> seq_tracer ! {hello, seq_trace:get_token(label)}, seq_trace:print(x) end},
        {tracer_sends, 3, fun() -> seq_tracer ! {send_to, self()}, receive from_tracer -> seq_trace:print(token()) end end}
    ]).
