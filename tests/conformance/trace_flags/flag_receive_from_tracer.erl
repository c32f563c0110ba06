%% proves P3, P21: messages from others to the tracee are reported, from the tracer too
%% needs: 27
-module(flag_receive_from_tracer).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), V = worker(v), S = session(T),
    trace:process(S, W, true, ['receive']),
    do(V, fun() -> W ! from_v end),
    W ! from_main,
    do(W, fun() -> receive from_v -> ok end, receive from_main -> ok end end),
    show(S, T).
