%% proves P14, P23: stamps of one process rise over events of all kinds
%% needs: 27
-module(monotonic_over_kinds).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2]).

main() ->
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, '_', '_'}, [{'_', [], [{return_trace}]}], [local]),
    trace:process(S, W, true, [call, send, 'receive', procs, running, garbage_collection, strict_monotonic_timestamp]),
    do(W, fun() -> prey:outer(1), self() ! x, garbage_collect(), spawn_link(prey, zero, []), prey:build(5000), ok end),
    trace:process(S, W, false, [all]),
    sync(S),
    Stamps = [element(tuple_size(E), E) || E <- take(T)],
    say(length(Stamps) > 12),
    say(Stamps =:= lists:sort(Stamps)),
    say(length(Stamps) =:= length(lists:usort(Stamps))).
