%% proves Q5: a system tracer that ends
%% needs: 27
-module(system_tracer_dies).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    seq_trace:set_system_tracer(T),
    stop(T),
    do(W, fun() -> seq_trace:set_token(label, 1), seq_trace:set_token(print, true), seq_trace:print(x), seq_trace:set_token([]) end),
    say(seq_trace:get_system_tracer()).
