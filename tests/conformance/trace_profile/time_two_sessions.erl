%% proves F7, S2: each session has its own figures
%% needs: 27
-module(time_two_sessions).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S1 = session(one, T), S2 = session(two, T),
    [trace:process(S, W, true, [call]) || S <- [S1, S2]],
    trace:function(S1, {traced, id, 1}, true, [call_time]),
    do(W, fun() -> traced:many(2) end),
    trace:function(S2, {traced, id, 1}, true, [call_time]),
    do(W, fun() -> traced:many(3) end),
    say([[N || {_, N, _, _} <- element(2, trace:info(S, {traced, id, 1}, call_time))] || S <- [S1, S2]]).
