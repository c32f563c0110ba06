%% proves S2, I1, I2: each session sees its own flags, patterns and counters
%% needs: 27
-module(sessions_info_apart).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S1 = trace:session_create(one, T, []),
    S2 = trace:session_create(two, T, []),
    trace:process(S1, W, true, [call, send]),
    trace:process(S2, W, true, [procs]),
    io:format("~w ~w~n", [sorted(trace:info(S1, W, flags)), sorted(trace:info(S2, W, flags))]),
    trace:function(S1, {traced, id, 1}, true, [call_count]),
    traced:id(1), traced:id(2),
    trace:function(S2, {traced, id, 1}, true, [call_count]),
    traced:id(3),
    io:format("~w ~w~n", [trace:info(S1, {traced, id, 1}, call_count), trace:info(S2, {traced, id, 1}, call_count)]),
    trace:function(S1, {traced, id, 1}, pause, [call_count]),
    traced:id(4),
    io:format("~w ~w~n", [trace:info(S1, {traced, id, 1}, call_count), trace:info(S2, {traced, id, 1}, call_count)]),
    trace:function(S2, {traced, id, 1}, false, [call_count]),
    io:format("~w ~w~n", [trace:info(S1, {traced, id, 1}, call_count), trace:info(S2, {traced, id, 1}, call_count)]),
    trace:process(S1, W, false, [send]),
    io:format("~w ~w~n", [sorted(trace:info(S1, W, flags)), sorted(trace:info(S2, W, flags))]),
    ok.

sorted({flags, L}) -> {flags, lists:sort(L)}.
