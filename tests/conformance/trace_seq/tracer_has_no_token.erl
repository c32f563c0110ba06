%% proves Q5: what the system tracer itself does is not traced
%% needs: 27
-module(tracer_has_no_token).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    seq_trace:set_system_tracer(T),
    do(W, fun() -> seq_trace:set_token(label, 1), seq_trace:set_token(send, true), T ! direct, seq_trace:set_token([]) end),
    [say(E) || E <- take(T)].
