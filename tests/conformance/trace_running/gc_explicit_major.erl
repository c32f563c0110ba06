%% proves P11: garbage_collect(): one major collection, start and end
%% skip: gc what is traced is the collections themselves
%% needs: 27
-module(gc_explicit_major).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [garbage_collection]),
    do(W, fun() -> garbage_collect() end),
    show(S, T).
