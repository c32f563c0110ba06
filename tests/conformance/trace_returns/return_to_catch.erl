%% proves P6: an exception caught several traced frames up: one return_to, to the catcher
%% needs: 27
-module(return_to_catch).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:safe(1, fun() -> prey:deep(3) end), prey:tail_catch(x) end),
    show(S, T).
