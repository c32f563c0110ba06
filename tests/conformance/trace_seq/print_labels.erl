%% proves Q4, Q7: print with a label tells only when it is that of the token
%% needs: 27
-module(print_labels).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    seq_trace:set_system_tracer(T),
    do(W, fun() ->
        seq_trace:print(without_token),
        seq_trace:set_token(label, 5),
        seq_trace:print(without_flag),
        seq_trace:set_token(print, true),
        seq_trace:print(one), seq_trace:print(5, two), seq_trace:print(6, three),
        seq_trace:set_token(label, {a, term}),
        seq_trace:print({a, term}, four),
        seq_trace:set_token([])
    end),
    [say(E) || E <- take(T)].
