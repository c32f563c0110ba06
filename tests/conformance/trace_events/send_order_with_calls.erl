%% proves P23: sends, calls and receives of one process in their order
%% needs: 27
-module(send_order_with_calls).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [send, 'receive', call, procs]),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    do(W, fun() -> prey:send_to(self(), {tag, 1}), prey:fetch(tag), prey:link_to(self()) end),
    show(S, T).
