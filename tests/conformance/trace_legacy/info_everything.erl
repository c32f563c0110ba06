%% proves S8, I1, I2: erlang:trace_info/2 of processes, functions, events
%% needs: 27
-module(info_everything).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, say/1, say/2, attempt/1, load/1]).

main() ->
    load([traced]),
    T = tracer(), W = worker(w),
    erlang:trace(W, true, [call, send, {tracer, T}]),
    erlang:trace_pattern({traced, id, 1}, [{[1], [], []}], [local, call_count]),
    say([erlang:trace_info(W, I) || I <- [flags, tracer]]),
    say([erlang:trace_info({traced, id, 1}, I) || I <- [traced, match_spec, meta, meta_match_spec, call_count, call_time, call_memory]]),
    say(lists:sort(element(2, erlang:trace_info({traced, id, 1}, all)))),
    say([erlang:trace_info(E, match_spec) || E <- [send, 'receive']]),
    say([erlang:trace_info(on_load, I) || I <- [traced, match_spec, call_count, all]]),
    [say(attempt(fun() -> erlang:trace_info(A, B) end)) || {A, B} <- [{W, traced}, {{traced, id, 1}, flags}, {{traced, id}, traced}, {x, flags}, {W, x}, {{traced, '_', '_'}, traced}]].
