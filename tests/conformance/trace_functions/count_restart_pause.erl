%% proves F6, F2: counters from zero, paused, going on, restarted
%% needs: 27
-module(count_restart_pause).
-export([main/0]).
-import(trace_stream, [tracer/0, tracer/1, session/1, session/2, say/1, say/2]).

main() ->
    T = tracer(), S = session(T),
    C = fun(H) -> R = trace:function(S, {traced, id, 1}, H, [call_count]), traced:id(1), traced:id(2), say({H, R, trace:info(S, {traced, id, 1}, call_count)}) end,
    [C(H) || H <- [true, pause, pause, restart, true, restart, pause, true, false, true, [], false, pause, restart]].
