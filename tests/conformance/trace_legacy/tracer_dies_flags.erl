%% proves S8, S7: the tracer of the static session dies
%% needs: 27
-module(tracer_dies_flags).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, stop/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [send, procs, {tracer, T}]),
    stop(T),
    do(W, fun() -> self() ! x end),
    say([erlang:trace_info(W, I) || I <- [flags, tracer]]).
