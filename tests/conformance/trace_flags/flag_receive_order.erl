%% proves P3: 'receive' is reported when a message arrives in the queue, not when it is taken
%% needs: 27
-module(flag_receive_order).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, ['receive']),
    do(W, fun() -> self() ! {b, 1}, self() ! {a, 2}, {prey:fetch(a), prey:fetch(b)} end),
    show(S, T).
