%% proves F4: each call of a local pattern: body, tail, mutual
%% needs: 27
-module(local_body_tail_calls).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [local]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1), prey:even(4), prey:up(2), prey:down(2) end),
    show(S, T).
