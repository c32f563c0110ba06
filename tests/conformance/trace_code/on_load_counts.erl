%% proves F9, F6: on_load with call_count
%% needs: 27
-module(on_load_counts).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2, load/1]).

main() ->
    T = tracer(), S = session(T),
    unload(prey),
    trace:function(S, on_load, true, [call_count]),
    load([prey]),
    prey:outer(1), prey:outer(2),
    say([trace:info(S, {prey, F, 1}, call_count) || F <- [outer, inner, even]]).

unload(M) -> code:purge(M), code:delete(M), code:purge(M).
