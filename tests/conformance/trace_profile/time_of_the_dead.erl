%% proves F7: a process that has ended keeps its entry
%% needs: 27
-module(time_of_the_dead).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, true, [call_time]),
    do(W, fun() -> traced:many(3) end),
    stop(W),
    say([{P =:= W, N} || {P, N, _, _} <- element(2, trace:info(S, {traced, id, 1}, call_time))]).
