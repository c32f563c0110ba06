%% proves P4, M3: thousands of frames, each with its return, over collections
%% needs: 27
-module(return_deep_stack).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {traced, fact, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call]),
    X = do(W, fun() -> traced:fact(1500) end),
    sync(S),
    Events = take(T),
    {C, R} = lists:split(1501, Events),
    say([N || {trace, _, call, {_, _, [N]}} <- C] =:= lists:seq(1500, 0, -1)),
    say(length([1 || {trace, _, return_from, {traced, fact, 1}, _} <- R])),
    say(element(5, lists:last(R)) =:= X).
