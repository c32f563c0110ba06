%% proves S8, S3: erlang:trace(all, false, [all]) clears every process
%% needs: 27
-module(all_off_clears).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [send, {tracer, T}]),
    erlang:trace(new, true, [procs, {tracer, T}]),
    N = erlang:trace(all, false, [all]),
    say(N >= length(processes()) - 1),
    do(W, fun() -> self() ! x, spawn(fun() -> ok end) end),
    sync(legacy),
    say(take(T)),
    say([erlang:trace_info(X, flags) || X <- [W, new]]).
