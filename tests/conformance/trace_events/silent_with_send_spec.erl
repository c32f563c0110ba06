%% proves E1, P5: a silent process and specs for messages
%% needs: 27
-module(silent_with_send_spec).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, 'receive', silent]),
    do(W, fun() -> self() ! plain, receive plain -> ok end end),
    trace:send(S, [{'_', [], [{message, sent}]}], []),
    trace:recv(S, [{'_', [], [{message, received}]}], []),
    do(W, fun() -> self() ! spec, receive spec -> ok end end),
    trace:process(S, W, false, [silent]),
    do(W, fun() -> self() ! loud, receive loud -> ok end end),
    show(S, T).
