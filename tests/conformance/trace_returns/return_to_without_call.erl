%% proves P6: return_to without call says nothing
%% needs: 27
-module(return_to_without_call).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, true, [local]),
    trace:process(S, W, true, [return_to]),
    do(W, fun() -> prey:outer(1) end),
    show(S, T), say(done).
