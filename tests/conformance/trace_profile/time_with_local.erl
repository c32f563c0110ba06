%% proves F7, F4: call_time beside local tracing of the same function
%% needs: 27
-module(time_with_local).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, id, 1}, [{'_', [], [{return_trace}]}], [local]),
    trace:function(S, {traced, id, 1}, true, [call_time]),
    trace:function(S, {traced, id, 1}, true, [call_count]),
    do(W, fun() -> traced:many(2) end),
    show(S, T),
    say([N || {_, N, _, _} <- element(2, trace:info(S, {traced, id, 1}, call_time))]),
    say(trace:info(S, {traced, id, 1}, call_count)).
