%% proves M2: {trace, Pid, Off, On} by a process without a tracer clears all flags; {current_stacktrace, N} obeys backtrace_depth
-module(trace_without_tracer).
-export([main/0, control/1, inner/0]).

main() ->
    Tracer = spawn(fun() -> receive never -> ok end end),
    Tracee = spawn(fun() -> receive never -> ok end end),
    1 = erlang:trace(Tracee, true, [call, send, 'receive', {tracer, Tracer}]),
    1 = erlang:trace_pattern({?MODULE, control, 1}, [{['$1'], [], [{trace, '$1', [call], []}]}], [{meta, Tracer}]),
    ?MODULE:control(Tracee),
    io:format("~w ~w~n", [erlang:trace_info(Tracee, flags), erlang:trace_info(Tracee, tracer)]),
    erlang:trace_pattern({?MODULE, control, 1}, false, [meta]),
    Depth = erlang:system_flag(backtrace_depth, 1),
    Self = self(),
    1 = erlang:trace_pattern({?MODULE, inner, 0}, [{[], [], [{message, {current_stacktrace, 3}}]}], [local]),
    {Pid, Monitor} = spawn_monitor(fun() -> receive go -> ok end, [outer(), ok] end),
    1 = erlang:trace(Pid, true, [call, {tracer, Self}]),
    Pid ! go,
    receive {trace, Pid, call, Call, Stack} -> io:format("~w ~w~n", [Call, [{M, F, A} || {M, F, A, _} <- Stack]]) end,
    receive {'DOWN', Monitor, process, Pid, _} -> ok end,
    erlang:trace_pattern({?MODULE, inner, 0}, false, [local]),
    erlang:system_flag(backtrace_depth, Depth).

control(Pid) -> Pid.
outer() -> [?MODULE:inner(), ok].
inner() -> ok.
