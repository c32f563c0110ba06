%% proves S8: a second tracer is refused while the first lives
%% needs: 27
%% reports: ignored
-module(one_tracer_per_process).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, stop/1, say/1, say/2, attempt/1]).

main() ->
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w),
    say(erlang:trace(W, true, [send, {tracer, T1}])),
    say(attempt(fun() -> erlang:trace(W, true, [procs, {tracer, T2}]) end)),
    say(attempt(fun() -> erlang:trace(W, false, [send, {tracer, T2}]) end)),
    say(erlang:trace_info(W, flags)),
    erlang:trace(W, true, [send, {tracer, T1}]),
    stop(T1),
    say(erlang:trace(W, true, [procs, {tracer, T2}])),
    say([erlang:trace_info(W, I) || I <- [flags, tracer]]).
