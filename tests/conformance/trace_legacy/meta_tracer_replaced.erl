%% proves S8, F5: a second meta pattern replaces the tracer
%% needs: 27
-module(meta_tracer_replaced).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, sync/1, take/1, say/1, say/2, load/1]).

main() ->
    load([traced]),
    T1 = tracer(t1), T2 = tracer(t2), W = worker(w),
    erlang:trace_pattern({traced, id, 1}, true, [{meta, T1}]),
    erlang:trace_pattern({traced, id, 1}, true, [{meta, T2}]),
    do(W, fun() -> traced:id(1) end),
    sync(legacy),
    say({length(take(T1)), length(take(T2))}),
    erlang:trace_pattern({traced, id, 1}, false, [meta]),
    do(W, fun() -> traced:id(1) end),
    sync(legacy),
    say({length(take(T1)), length(take(T2))}).
