%% proves M1: literal terms of all kinds in heads
%% needs: 27
-module(head_literals).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    Values = [a, 1, -1, 1.5, 1 bsl 70, <<"bin">>, <<5:3>>, "str", {a, b}, [], {}, #{}, #{a => 1}, T],
    do(W, fun() ->
        [begin
             trace:function(S, {traced, id, 1}, [{[V], [], [{message, hit}]}], [local]),
             [traced:id(X) || X <- Values]
         end || V <- Values]
    end),
    sync(S),
    [say({X, Extra}) || {trace, _, call, {_, _, [X]}, Extra} <- take(T)].
