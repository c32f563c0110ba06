%% proves P3: messages that were queued before the flag are not told again
%% needs: 27
-module(queued_before_flag).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    W ! {early, 1},
    do(W, fun() -> ok end),
    trace:process(S, W, true, ['receive']),
    do(W, fun() -> receive {early, X} -> X end end),
    show(S, T).
