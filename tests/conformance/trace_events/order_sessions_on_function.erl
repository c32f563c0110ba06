%% proves P23, S2: one tracer, three sessions with patterns on one function
%% needs: 27
-module(order_sessions_on_function).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), Ss = [session(N, T) || N <- [a, b, c]],
    [trace:process(S, W, true, [call]) || S <- Ss],
    [A, B, C] = Ss,
    [trace:function(S, {traced, id, 1}, [{'_', [], [{message, N}, {return_trace}]}], [local]) || {S, N} <- [{B, b}, {A, a}, {C, c}]],
    do(W, fun() -> traced:id(1) end),
    trace:function(B, {traced, id, 1}, false, [local]),
    trace:function(B, {traced, id, 1}, [{'_', [], [{message, b_again}]}], [local]),
    do(W, fun() -> traced:id(2) end),
    show(A, T),
    [trace:session_destroy(S) || S <- Ss].
