%% proves P15: strict stamps are all different and rise
%% needs: 27
-module(timestamp_strict_unique).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, worker/1, do/2, session/1, session/2, sync/1, take/1, say/1, say/2, load/1]).

main() ->
    load([prey]),
    T = tracer(), W = worker(w), S = session(T),
    trace:function(S, {prey, inner, 1}, true, [local]),
    trace:process(S, W, true, [call, strict_monotonic_timestamp]),
    do(W, fun() -> prey:count(200) end),
    sync(S),
    Stamps = [element(5, E) || E <- take(T)],
    say({length(Stamps), length(lists:usort(Stamps)), lists:sort(Stamps) =:= Stamps}).
