%% proves P11: collection of another process, with its stamps
%% needs: 27
%% skip: gc what is traced is the collections themselves
-module(gc_of_other).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [garbage_collection, monotonic_timestamp]),
    garbage_collect(W),
    show(S, T).
