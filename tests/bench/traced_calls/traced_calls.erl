%% What one call costs when it is traced, for each way to trace it: a process runs a loop of N calls, the smallest time of many short
%% runs is taken, and the same loop untraced is subtracted. Tracers are a process, or modules in C: one that discards each event, one that takes
%% it and does nothing, and sonde_trace_log. Then what a call of an empty NIF costs beyond that of f/1; last, how long it takes to arm
%% and disarm all functions.
%%
%% Prints {cost, Case, Picoseconds} for a call and {change, Kind, Functions, SetNs, ClearNs}.
-module(traced_calls).
-export([main/0, f/1, loop/1, loop_nif/1]).

-define(F, {?MODULE, f, 1}).
-define(RUNS, 15).

f(X) -> X.

loop(0) -> ok;
loop(N) -> f(N), loop(N - 1).

loop_nif(0) -> ok;
loop_nif(N) -> null_tracer:empty(N), loop_nif(N - 1).

%% {Name, N, how the session is set up}; with a fourth element, which tracer it has.
cases() ->
    False = [{'_', [], [{message, false}]}],
    Flag = fun(S, W, Flags) -> 1 = trace:process(S, W, true, Flags) end,
    Fun = fun(S, Spec, Kinds) -> 1 = trace:function(S, ?F, Spec, Kinds) end,
    [{not_of_interest, 100000, fun(S, _) -> Fun(S, true, [local]) end},
     {call_count, 100000, fun(S, _) -> Fun(S, true, [call_count]) end},
     {call_time, 20000, fun(S, W) -> Fun(S, true, [call_time]), Flag(S, W, [call]) end},
     {call_memory, 20000, fun(S, W) -> Fun(S, true, [call_memory]), Flag(S, W, [call]) end},
     {silent, 20000, fun(S, W) -> Fun(S, true, [local]), Flag(S, W, [call, silent]) end},
     {spec_fails, 20000, fun(S, W) -> Fun(S, [{['$1'], [{'<', '$1', 0}], []}], [local]), Flag(S, W, [call]) end},
     {spec_says_no, 20000, fun(S, W) -> Fun(S, False, [local]), Flag(S, W, [call]) end},
     {message, 4000, fun(S, W) -> Fun(S, true, [local]), Flag(S, W, [call]) end},
     {message_and_return, 4000, fun(S, W) -> Fun(S, [{'_', [], [{return_trace}]}], [local]), Flag(S, W, [call]) end},
     {message_and_return_to, 4000, fun(S, W) -> Fun(S, true, [local]), Flag(S, W, [call, return_to]) end}] ++
    [{Name, 4000, fun(S, W) -> Fun(S, true, [local]), Flag(S, W, [call]) end, Module} ||
        {Name, Module} <- [{module_discards, discarding_tracer}, {module_null, null_tracer}, {trace_log, sonde_trace_log}]].

main() ->
    [{module, Module} = code:ensure_loaded(Module) || Module <- [discarding_tracer, null_tracer, sonde_trace_log]],
    Untraced = best(100000, fun(_, _) -> ok end, process),
    [io:format("~w.~n", [{cost, element(1, Case), max(0, cost(Case) - Untraced)}]) || Case <- cases()],
    io:format("~w.~n", [{cost, empty_nif, max(0, best(100000, fun(_, _) -> ok end, nif) - Untraced)}]),
    [change(Kind) || Kind <- [call_count, local, global]],
    ok.

cost({_, N, Setup}) -> best(N, Setup, process);
cost({_, N, Setup, Tracer}) -> best(N, Setup, Tracer).

best(N, Setup, Tracer) -> lists:min([one(N, Setup, Tracer) || _ <- lists:seq(1, ?RUNS)]) * 1000 div N.

%% Nanoseconds of one run.
one(N, Setup, Kind) ->
    Me = self(),
    Loop = case Kind of nif -> fun loop_nif/1; _ -> fun loop/1 end,
    Worker = spawn(fun() ->
        receive go -> ok end,
        %% The first run meets memory for the first time.
        Loop(N),
        receive after 2 -> ok end,
        T0 = now_ns(), Loop(N), T1 = now_ns(),
        Me ! {took, T1 - T0},
        receive stop -> ok end
    end),
    {Tracer, End} = tracer(Kind),
    Session = trace:session_create(?MODULE, Tracer, []),
    Setup(Session, Worker),
    Worker ! go,
    Took = receive {took, Ns} -> Ns end,
    true = trace:session_destroy(Session),
    Worker ! stop,
    End(),
    Took.

%% A tracer, and what ends it.
tracer(sonde_trace_log) ->
    {ok, Log} = sonde_trace_log:open("/dev/null"),
    {sonde_trace_log:tracer(Log), fun() -> {ok, #{dropped := 0}} = sonde_trace_log:close(Log) end};
tracer(Module) when Module =/= process, Module =/= nif -> {{Module, []}, fun() -> ok end};
tracer(_) ->
    Sink = spawn(fun() -> process_flag(message_queue_data, off_heap), sink() end),
    {Sink, fun() ->
        Monitor = monitor(process, Sink),
        Sink ! stop,
        receive {'DOWN', Monitor, process, Sink, _} -> ok end
    end}.

sink() -> receive stop -> ok; _ -> sink() end.

change(Kind) ->
    Session = trace:session_create(?MODULE, spawn(fun sink/0), []),
    Times = [begin
        A = now_ns(), Functions = trace:function(Session, {'_', '_', '_'}, true, [Kind]),
        B = now_ns(), Functions = trace:function(Session, {'_', '_', '_'}, false, [Kind]),
        {now_ns() - B, B - A, Functions}
    end || _ <- lists:seq(1, 9)],
    {Clear, Set, Count} = {median([C || {C, _, _} <- Times]), median([S || {_, S, _} <- Times]), element(3, hd(Times))},
    io:format("~w.~n", [{change, Kind, Count, Set, Clear}]),
    true = trace:session_destroy(Session).

median(List) -> lists:nth((length(List) + 1) div 2, lists:sort(List)).

now_ns() -> erlang:monotonic_time(nanosecond).
