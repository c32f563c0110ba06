%% proves F7, F11: call_time of a native
%% needs: 27
-module(time_bif).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [call]),
    trace:function(S, {erlang, phash2, 2}, true, [call_time]),
    do(W, fun() -> [erlang:phash2(X, 100) || X <- lists:seq(1, 7)] end),
    say([N || {_, N, _, _} <- element(2, trace:info(S, {erlang, phash2, 2}, call_time))]).
