%% proves F7, S7: a process whose tracer has gone is not measured any more
-module(time_without_tracer).
-export([main/0, callee/0]).

main() ->
    {Tracer, Monitor} = spawn_monitor(fun() -> receive stop -> ok end end),
    1 = erlang:trace(self(), true, [call, {tracer, Tracer}]),
    1 = erlang:trace_pattern({?MODULE, callee, 0}, true, [call_time]),
    1 = erlang:trace_pattern({?MODULE, callee, 0}, true, [call_memory]),
    [?MODULE:callee() || _ <- [1, 2, 3]],
    show(),
    Tracer ! stop,
    receive {'DOWN', Monitor, process, Tracer, _} -> ok end,
    1 = erlang:trace_pattern({?MODULE, callee, 0}, restart, [call_time]),
    1 = erlang:trace_pattern({?MODULE, callee, 0}, restart, [call_memory]),
    [?MODULE:callee() || _ <- [1, 2, 3]],
    show(),
    io:format("~w~n", [erlang:trace_info(self(), flags)]),
    erlang:trace_pattern({?MODULE, callee, 0}, false, [call_time]).

show() ->
    {call_time, Times} = erlang:trace_info({?MODULE, callee, 0}, call_time),
    {call_memory, Words} = erlang:trace_info({?MODULE, callee, 0}, call_memory),
    io:format("~w ~w~n", [[Calls || {_, Calls, _, _} <- Times], [Calls || {_, Calls, _} <- Words]]).

callee() -> ok.
