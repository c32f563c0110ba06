%% proves S8, M3: enable_trace in the static session
%% needs: 27
-module(spec_changes_tracer_flags).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, show/2, show/3, load/1]).

main() ->
    load([traced]),
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [call, {tracer, T}]),
    erlang:trace_pattern({traced, id, 1}, [{[on], [], [{enable_trace, send}]}, {[off], [], [{disable_trace, send}]}], [local]),
    do(W, fun() -> traced:id(on), self() ! seen, traced:id(off), self() ! unseen end),
    show(legacy, T).
