%% proves F6: local, external, tail and apply calls count alike
%% needs: 27
-module(count_local_and_external).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    say(trace:function(S, {prey, '_', '_'}, true, [call_count])),
    prey:outer(1), prey:even(10), prey:up(0), apply(prey, inner, [1]), spawn_monitor(prey, inner, [1]),
    receive {'DOWN', _, _, _, _} -> ok end,
    [say({F, trace:info(S, {prey, F, 1}, call_count)}) || F <- [outer, middle, inner, even, odd, up, down]].
