%% proves P11: garbage_collect with the option minor
%% skip: gc what is traced is the collections themselves
%% needs: 27
-module(gc_explicit_minor).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, show/2, show/3]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    do(W, fun() -> garbage_collect() end),
    trace:process(S, W, true, [garbage_collection]),
    do(W, fun() -> garbage_collect(self(), [{type, minor}]), garbage_collect(self(), [{type, major}]) end),
    show(S, T).
