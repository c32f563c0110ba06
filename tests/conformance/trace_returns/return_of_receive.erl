%% proves P4: a function that waits in a receive returns when the message is there
%% needs: 27
-module(return_of_receive).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, tell/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, fetch, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call, 'receive']),
    tell(W, fun() -> prey:fetch(tag) end),
    W ! {other, 1}, W ! {tag, value},
    do(W, fun() -> ok end),
    show(S, T).
