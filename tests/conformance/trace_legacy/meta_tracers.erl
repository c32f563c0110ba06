%% proves S8, F5: {meta, Pid} and a meta tracer that is the caller
%% needs: 27
-module(meta_tracers).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, sync/1, take/1, show/2, show/3, say/1, say/2, load/1]).

main() ->
    load([traced]),
    T = tracer(), W = worker(w),
    erlang:trace_pattern({traced, id, 1}, true, [{meta, T}]),
    do(W, fun() -> traced:id(1) end),
    show(legacy, T),
    say(erlang:trace_info({traced, id, 1}, meta)),
    erlang:trace_pattern({traced, id, 1}, [{[2], [], []}], [meta]),
    do(W, fun() -> traced:id(1), traced:id(2) end),
    sync(legacy),
    say(receive {trace_ts, P, call, C, _} -> {P, C} end),
    say(take(T)),
    say([erlang:trace_info({traced, id, 1}, I) || I <- [meta, meta_match_spec]]).
