%% proves F7: calls that raise count, and their callers go on counting
%% needs: 27
-module(time_exceptions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    [trace:function(S, {traced, F, 1}, true, [call_time]) || F <- [fail, catcher]],
    do(W, fun() -> [traced:catcher(X) || X <- [1, 2, 3]] end),
    [say({F, [N || {_, N, _, _} <- element(2, trace:info(S, {traced, F, 1}, call_time))]}) || F <- [fail, catcher]].
