%% proves P4, S2: the same function in two tracees, only one of which has the flag
%% needs: 27
-module(two_tracees_one_function).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), A = worker(a), B = worker(b), S = session(T),
    trace:function(S, {traced, id, 1}, true, [local]),
    trace:process(S, A, true, [call]),
    [do(P, fun() -> traced:id(P) end) || P <- [A, B]],
    trace:process(S, A, false, [call]), trace:process(S, B, true, [call]),
    [do(P, fun() -> traced:id(P) end) || P <- [A, B]],
    show(S, T).
