%% proves Q1, P2: ordinary send and receive events do not show tokens
%% needs: 27
-module(not_in_process_trace).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, load/1]).

main() ->
    load([seq_trace]),
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, 'receive']),
    do(W, fun() -> seq_trace:set_token(label, 1), self() ! {x, y}, receive {x, y} -> ok end, seq_trace:set_token([]) end),
    show(S, T).
