%% proves P18, P4: flags for processes to come, and calls from the first function on
%% needs: 27
-module(new_processes).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(),
    S = trace:session_create(s, T, []),
    trace:function(S, {traced, '_', '_'}, true, [local]),
    io:format("~w ~w~n", [trace:process(S, new_processes, true, [call]), trace:info(S, new_processes, flags)]),
    {P, M} = spawn_monitor(traced, calls_local, [7]),
    receive {'DOWN', M, _, _, _} -> ok end,
    trace:process(S, new, false, [call]),
    {Q, M2} = spawn_monitor(traced, calls_local, [8]),
    receive {'DOWN', M2, _, _, _} -> ok end,
    delivered(S),
    print(events(T), [{P, p}, {Q, q}]),
    io:format("~w~n", [trace:info(S, new, flags)]),
    ok.
