%% proves F7: recursion and tail recursion: calls
%% needs: 27
-module(time_recursion).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, fact, 1}, true, [call_time]),
    trace:function(S, {traced, tail, 1}, true, [call_time]),
    do(W, fun() -> traced:fact(20), traced:tail(30) end),
    [say({F, [N || {_, N, _, _} <- element(2, trace:info(S, {traced, F, 1}, call_time))]}) || F <- [fact, tail]].
