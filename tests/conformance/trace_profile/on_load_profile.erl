%% proves F9, F7, F8: call_time and call_memory under on_load
%% needs: 27
-module(on_load_profile).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, say/1, say/2, load/1]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    code:purge(prey), code:delete(prey), code:purge(prey),
    trace:function(S, on_load, true, [call_time]),
    trace:function(S, on_load, true, [call_memory]),
    load([prey]),
    trace:process(S, W, true, [call]),
    do(W, fun() -> prey:outer(1) end),
    say([N || {_, N, _, _} <- element(2, trace:info(S, {prey, inner, 1}, call_time))]),
    say([N || {_, N, _} <- element(2, trace:info(S, {prey, inner, 1}, call_memory))]).
