%% proves P6, M4: return_to where the spec does not match, and where the message is off
%% needs: 27
-module(return_to_match_false).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, [{[1], [], [{message, false}]}, {[2], [], []}], [local]),
    trace:process(S, W, true, [call, return_to]),
    do(W, fun() -> [prey:middle(X) || X <- [1, 2, 3]] end),
    show(S, T).
