%% proves P11: max_heap_size: the event, and the end of the process
%% skip: gc what is traced is the collections themselves
%% needs: 27
-module(gc_max_heap).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    logger:set_primary_config(level, none),
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [garbage_collection, procs]),
    do(W, fun() -> process_flag(max_heap_size, #{size => 20000, kill => true, error_logger => false}), length(grow(100000)) end),
    sync(S),
    Events = take(T),
    say([Tag || E <- Events, Tag <- [element(3, E)], Tag =:= gc_max_heap_size]),
    say([R || {trace, _, exit, R} <- Events]),
    [say(lists:sort([K || {K, _} <- Info])) || {trace, _, gc_max_heap_size, Info} <- Events].

grow(0) -> [];
grow(N) -> [N | grow(N - 1)].
