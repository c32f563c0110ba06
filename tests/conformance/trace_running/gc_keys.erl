%% proves P11: the keys of each kind of collection event
%% skip: gc what is traced is the collections themselves
%% needs: 27
-module(gc_keys).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:process(S, W, true, [garbage_collection]),
    do(W, fun() -> length(grow(20000)) end),
    sync(S),
    say(lists:usort([{Tag, lists:sort([K || {K, V} <- Info, is_integer(V)])} || {trace, _, Tag, Info} <- take(T), Tag =:= gc_minor_start orelse Tag =:= gc_minor_end])).

grow(0) -> [];
grow(N) -> [N | grow(N - 1)].
