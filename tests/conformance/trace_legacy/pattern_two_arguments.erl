%% proves S8, F1: erlang:trace_pattern/2 is global
%% needs: 27
-module(pattern_two_arguments).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, show/2, show/3, say/1, say/2, load/1]).

main() ->
    load([prey, traced]),
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [call, {tracer, T}]),
    say(erlang:trace_pattern({prey, '_', '_'}, true)),
    do(W, fun() -> prey:outer(1) end),
    say(erlang:trace_pattern({prey, '_', '_'}, false)),
    do(W, fun() -> prey:outer(2) end),
    show(legacy, T).
