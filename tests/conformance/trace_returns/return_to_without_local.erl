%% proves P6, F3: return_to with a global pattern says nothing
%% needs: 27
-module(return_to_without_local).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [global]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:outer(1) end),
    show(S, T).
