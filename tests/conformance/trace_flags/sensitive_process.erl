%% proves P1, P2, P7, P10, P11, F5, Q1: a process that is sensitive is not traced, and keeps what is set on it
-module(sensitive_process).
-export([main/0, callee/1]).

main() ->
    [show(Name, Fun) || {Name, Fun} <- [
        {send, fun() -> Sink = sink(), events([send], fun(N) -> Sink ! {message, N} end) end},
        {'receive', fun() -> events(['receive'], fun(N) -> self() ! {self(), N}, receive {_, N} -> ok end end) end},
        {procs, fun() -> events([procs], fun(_) -> register(sensitive_name, self()), unregister(sensitive_name) end) end},
        {call, fun() -> pattern([local], fun() -> events([call], fun callee/1) end) end},
        {count, fun counted/0},
        {meta, fun() -> meta(fun callee/1) end},
        {running, fun() -> [setelement(2, Event, pid) || Event <- running()] end},
        {collections, fun() -> lists:sort([Kind || {trace, x, Kind} <- events([garbage_collection], fun(_) -> garbage_collect() end), Kind =/= minor]) end},
        {flags, fun flags/0},
        {information, fun information/0},
        {saved_calls, fun saved_calls/0}
    ]].

show(Name, Fun) -> io:format("~w: ~0p~n", [Name, Fun()]).

callee(N) -> {called, N}.

sink() -> spawn(fun() -> receive never -> ok end end).

%% Does it while it is not sensitive (1), sensitive (2), and again not (3).
in_turn(Do) ->
    Do(1),
    false = process_flag(sensitive, true),
    Do(2),
    true = process_flag(sensitive, true),
    true = process_flag(sensitive, false),
    Do(3),
    false = process_flag(sensitive, false).

events(Flags, Do) ->
    traced(fun(Tracee) -> erlang:trace(Tracee, true, Flags) end, fun() -> in_turn(Do) end).

meta(Do) ->
    Tracer = self(),
    traced(fun(_) -> erlang:trace_pattern({?MODULE, callee, 1}, true, [{meta, Tracer}]) end, fun() -> in_turn(Do) end).

pattern(Options, Fun) ->
    erlang:trace_pattern({?MODULE, callee, 1}, true, Options),
    Result = Fun(),
    erlang:trace_pattern({?MODULE, callee, 1}, false, Options),
    Result.

%% The messages about a process that runs Fun, in which pids are named.
traced(Begin, Fun) ->
    {Tracee, Monitor} = spawn_monitor(fun() -> receive go -> Fun() end, receive stop -> ok end end),
    Begin(Tracee),
    Tracee ! go,
    Tracee ! {ready, self()},
    wait_until_idle(Tracee),
    Delivered = erlang:trace_delivered(Tracee),
    receive {trace_delivered, Tracee, Delivered} -> ok end,
    erlang:trace(Tracee, false, [all]),
    Tracee ! stop,
    receive {'DOWN', Monitor, process, Tracee, normal} -> ok end,
    lists:reverse(collect(Tracee, [])).

wait_until_idle(Tracee) ->
    case process_info(Tracee, [status, message_queue_len]) of
        [{status, waiting}, {message_queue_len, 1}] -> ok;
        _ -> erlang:yield(), wait_until_idle(Tracee)
    end.

collect(Tracee, Events) ->
    receive
        {trace, Tracee, 'receive', go} -> collect(Tracee, Events);
        {trace, Tracee, 'receive', {ready, _}} -> collect(Tracee, Events);
        {trace, Tracee, 'receive', {_, N}} -> collect(Tracee, [{'receive', N} | Events]);
        {trace, Tracee, send, Message, _} -> collect(Tracee, [{send, Message} | Events]);
        {trace, Tracee, exit, _} -> collect(Tracee, Events);
        {trace, Tracee, What, Value} -> collect(Tracee, [{What, Value} | Events]);
        {trace_ts, Tracee, What, Value, _} -> collect(Tracee, [{What, Value} | Events]);
        {trace, Tracee, What, Value, _} -> collect(Tracee, [{trace, Tracee, What, Value} | Events])
    after 0 ->
        [case Event of {gc_minor_start, _} -> {trace, x, minor}; {gc_minor_end, _} -> {trace, x, minor}; {Gc, _} when Gc =:= gc_major_start; Gc =:= gc_major_end -> {trace, x, Gc}; _ -> Event end || Event <- Events]
    end.

counted() ->
    erlang:trace_pattern({?MODULE, callee, 1}, true, [call_count]),
    traced(fun(_) -> ok end, fun() -> in_turn(fun callee/1) end),
    {call_count, _} = Count = erlang:trace_info({?MODULE, callee, 1}, call_count),
    erlang:trace_pattern({?MODULE, callee, 1}, false, [call_count]),
    element(1, Count).

running() ->
    Events = traced(fun(Tracee) -> erlang:trace(Tracee, true, [running]) end, fun() ->
        process_flag(sensitive, true),
        erlang:yield(),
        erlang:yield()
    end),
    [{trace, x, What} || {trace, _, What, {_, yields, _}} <- Events].

flags() ->
    Tracer = spawn(fun() -> receive never -> ok end end),
    process_flag(sensitive, true),
    1 = erlang:trace(self(), true, [call, send, {tracer, Tracer}]),
    {flags, Flags} = erlang:trace_info(self(), flags),
    {tracer, Same} = erlang:trace_info(self(), tracer),
    1 = erlang:trace(self(), false, [all]),
    process_flag(sensitive, false),
    {lists:sort(Flags), Same =:= Tracer, erlang:trace_info(self(), flags), process_info(Tracer, messages)}.

information() ->
    Self = self(),
    Pid = spawn(fun() ->
        put(key, value),
        process_flag(sensitive, true),
        Self ! ready,
        receive stop -> process_flag(sensitive, false), Self ! ready, receive never -> ok end end
    end),
    receive ready -> ok end,
    Pid ! one,
    Items = [dictionary, messages, {dictionary, key}, backtrace],
    Sensitive = process_info(Pid, Items),
    Pid ! stop,
    receive ready -> ok end,
    [{backtrace, Text} | Others] = lists:reverse(process_info(Pid, Items)),
    {Sensitive, lists:reverse(Others), byte_size(Text) > 20}.

saved_calls() ->
    Self = self(),
    spawn(fun() ->
        process_flag(save_calls, 4),
        process_flag(sensitive, true),
        {last_calls, Before} = process_info(self(), last_calls),
        lists:reverse([a, b], [c]),
        {last_calls, After} = process_info(self(), last_calls),
        Self ! {saved, Before, Before =:= After}
    end),
    receive {saved, Before, Same} -> {Before, Same} end.
