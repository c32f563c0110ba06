%% proves P6: returns to functions that are not traced
%% needs: 27
-module(return_to_some_traced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, true, [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> prey:outer(1), prey:count(2) end),
    show(S, T).
