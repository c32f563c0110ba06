%% proves S8, E1: trace_pattern of send and receive
%% needs: 27
-module(message_specs).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, show/2, show/3, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [send, 'receive', {tracer, T}]),
    say(erlang:trace_pattern(send, [{['_', {keep, '_'}], [], [{message, kept}]}], [])),
    say(erlang:trace_pattern('receive', [{['_', '_', {keep, '_'}], [], []}], [])),
    do(W, fun() -> self() ! {keep, 1}, self() ! {drop, 2} end),
    show(legacy, T),
    say([erlang:trace_info(E, match_spec) || E <- [send, 'receive']]).
