%% What `sonde compare` does inside each of its machines: runs a program in one way of tracing it and writes down what that
%% cost, or what the trace was. Arguments: Mode Result Module Rounds N, module, function and arity of N patterns, and the program's;
%% Module is the program, which is loaded; Result is a file of lines `name value`, or for the mode `stream` of events.
%%
%%   untraced   nothing is armed
%%   armed      breakpoints are set, but for a session that no process of the program belongs to
%%   count      call_count
%%   reject     a match spec says no to each call
%%   message    a message to a tracer for each call
%%   recorder   a tracer module that keeps the last events in memory (sonde_trace_log)
%%   log        the same, which writes them to a file
%%   arming     sets and removes breakpoints in all functions of the program, while another process looks at the clock
%%   stream     calls, returns and exceptions, made comparable: pids and the like are numbered by first appearance
-module(sonde_compare).

-export([main/0]).

%% Events that are kept of each process; more are counted.
-define(KEPT, 20000).

main() ->
    [Mode, Result, Module, Rounds, Number | Rest] = init:get_plain_arguments(),
    {Parts, Arguments} = lists:split(3 * list_to_integer(Number), Rest),
    Job = #{module => list_to_atom(Module), arguments => Arguments, rounds => list_to_integer(Rounds),
            patterns => patterns(Parts), folder => filename:dirname(Result)},
    ok = file:write_file(Result, measure(Mode, Job)).

patterns([Module, Function, Arity | Rest]) -> [sonde_trace_pattern:names({Module, Function, Arity}) | patterns(Rest)];
patterns([]) -> [].

measure("arming", Job) -> arming(Job);
measure("stream", Job) -> stream(Job);
measure(Mode, #{rounds := Rounds} = Job) ->
    %% The first run loads what the program needs, and compiles what is hot.
    First = run_traced(Mode, Job),
    Runs = [First | more_runs(First, Rounds, Mode, Job)],
    Good = [Run || {_, ok, _} = Run <- Runs],
    Counted = case Good of [_, _ | _] -> tl(Good); _ -> Runs end,
    {Best, Outcome, _} = lists:min(Counted),
    {Worst, _, _} = lists:max(Counted),
    Events = [Number || {_, _, Number} <- Counted],
    lines([{run_ns, Best}, {worst_ns, Worst}, {runs, length(Counted)}, {events, lists:max(Events)},
           {outcome, if Good =/= [] -> ok; true -> Outcome end}]).

%% A program that cannot run twice in one machine is measured once.
more_runs({_, ok, _}, Rounds, Mode, Job) when Rounds > 0 ->
    Next = run_traced(Mode, Job),
    [Next | more_runs(Next, Rounds - 1, Mode, Job)];
more_runs(_, _, _, _) -> [].

lines(Pairs) -> [io_lib:format("~w ~0tp~n", [Name, Value]) || {Name, Value} <- Pairs].

%% {Nanoseconds, Outcome, Events}.
run_traced("untraced", Job) ->
    {Time, Outcome} = run(Job, fun(_) -> ok end),
    {Time, Outcome, 0};
run_traced(Mode, #{patterns := Patterns} = Job) when Mode =:= "recorder"; Mode =:= "log" ->
    {ok, Log} = open_log(Mode, Job),
    Session = trace:session_create(?MODULE, sonde_trace_log:tracer(Log), []),
    arm(Session, Patterns, true, [local]),
    {Time, Outcome} = run(Job, fun(Runner) -> 1 = trace:process(Session, Runner, true, [call, set_on_spawn]) end),
    trace:session_destroy(Session),
    {ok, #{events := Events, dropped := Dropped}} = sonde_trace_log:close(Log),
    {Time, Outcome, Events + Dropped};
run_traced(Mode, #{patterns := Patterns} = Job) ->
    Tracer = spawn(fun() -> count_messages(0) end),
    Session = trace:session_create(?MODULE, Tracer, []),
    {MatchSpec, Kind} = breakpoint(Mode),
    arm(Session, Patterns, MatchSpec, Kind),
    {Time, Outcome} = run(Job, fun(Runner) -> flag(Mode, Session, Runner) end),
    Ref = trace:delivered(Session, all),
    receive {trace_delivered, all, Ref} -> ok end,
    trace:session_destroy(Session),
    Tracer ! {stop, self()},
    receive {Tracer, Number} -> {Time, Outcome, Number} end.

open_log("recorder", _) -> sonde_trace_log:record(16 bsl 20, 0, self());
open_log("log", #{folder := Folder}) -> sonde_trace_log:open(filename:join(Folder, "compare.strace")).

breakpoint("armed") -> {true, [local]};
breakpoint("count") -> {true, [call_count]};
breakpoint("reject") -> {[{'_', [false], []}], [local]};
breakpoint("message") -> {true, [local]}.

%% The session has a process of interest in each mode; in two it is none of the program's.
flag(Mode, Session, Runner) when Mode =:= "reject"; Mode =:= "message" ->
    1 = trace:process(Session, Runner, true, [call, set_on_spawn]);
flag("armed", Session, _) -> 1 = trace:process(Session, self(), true, [call]);
flag("count", _, _) -> 0.

%% For code that is there and code to come.
arm(Session, Patterns, MatchSpec, Kind) ->
    [begin
         trace:function(Session, Pattern, MatchSpec, Kind),
         ok = sonde_native:trace_on_load(Session, Pattern, MatchSpec, Kind)
     end || Pattern <- Patterns],
    ok.

count_messages(Number) ->
    receive
        {stop, From} -> From ! {self(), Number};
        _ -> count_messages(Number + 1)
    end.

%% Runs main in a process of its own; Prepare gets its pid before it starts. Afterwards all processes of the run are gone, and with them
%% their names and tables, so that the next run begins as this one did. They are recognised by their group leader, which every process
%% inherits.
run(#{module := Module, arguments := Arguments}, Prepare) ->
    Parent = self(),
    RealLeader = group_leader(),
    Leader = spawn(fun() -> forward(RealLeader) end),
    {Runner, Monitor} = spawn_monitor(fun() ->
        group_leader(Leader, self()),
        receive go -> Parent ! {self(), timed(Module, Arguments)} end
    end),
    Prepare(Runner),
    Runner ! go,
    Result = receive
                 {Runner, Measured} -> Measured;
                 {'DOWN', Monitor, process, Runner, Reason} -> {0, {killed, Reason}}
             end,
    demonitor(Monitor, [flush]),
    end_processes(Leader, 100),
    exit(Leader, kill),
    Result.

%% An I/O request names the process that waits for its answer.
forward(RealLeader) ->
    receive Request -> RealLeader ! Request end,
    forward(RealLeader).

%% A process that ends may just have made another one, so this looks again until there is none.
end_processes(_, 0) -> ok;
end_processes(Leader, Rounds) ->
    case [Pid || Pid <- processes(), process_info(Pid, group_leader) =:= {group_leader, Leader}] of
        [] -> ok;
        Pids ->
            Monitors = [begin exit(Pid, kill), monitor(process, Pid) end || Pid <- Pids],
            [receive {'DOWN', Monitor, process, _, _} -> ok end || Monitor <- Monitors],
            end_processes(Leader, Rounds - 1)
    end.

timed(Module, Arguments) ->
    Start = erlang:monotonic_time(nanosecond),
    Outcome =
        try call_main(Module, Arguments) of _ -> ok
        catch Class:Reason -> {Class, Reason}
        end,
    {erlang:monotonic_time(nanosecond) - Start, Outcome}.

%% As sonde_boot does.
call_main(Module, Arguments) ->
    case erlang:function_exported(Module, main, 1) of
        true -> Module:main(Arguments);
        false -> Module:main()
    end.

%% --- Arming ---------------------------------------------------------------------------------------------------------------

%% Functions of arity 0, each called often enough to be compiled where there is a compiler.
arming(#{module := Module, rounds := Rounds}) ->
    Functions = [Name || {Name, 0} <- Module:module_info(exports), Name =/= module_info],
    [Module:Name() || Name <- Functions, _ <- lists:seq(1, 300)],
    %% Those who wait for the compiler in the background.
    [begin receive after 10 -> ok end, [Module:Name() || Name <- Functions] end || _ <- lists:seq(1, 20)],
    Session = trace:session_create(?MODULE, self(), []),
    Pattern = {Module, '_', '_'},
    Changes = fun() ->
        [begin
             {On, Matched} = timed(fun() -> trace:function(Session, Pattern, true, [local]) end),
             {Off, Matched} = timed(fun() -> trace:function(Session, Pattern, false, [local]) end),
             {On * 1000 div Matched, Off * 1000 div Matched}
         end || _ <- lists:seq(1, 10 * Rounds)]
    end,
    {Took, _} = timed(Changes),
    {Times, Pause} = watched(Changes),
    {_, Idle} = watched(fun() -> receive after Took div 1000000 + 1 -> ok end end),
    trace:session_destroy(Session),
    {On, Off} = lists:unzip(Times),
    lines([{arm_ns, median(On)}, {disarm_ns, median(Off)}, {pause_ns, Pause}, {idle_pause_ns, Idle}]).

timed(F) ->
    Start = erlang:monotonic_time(nanosecond),
    Result = F(),
    {erlang:monotonic_time(nanosecond) - Start, Result}.

median(List) -> lists:nth(length(List) div 2 + 1, lists:sort(List)).

%% The longest time for which a process that does nothing but look at the clock did not see it, while F ran.
watched(F) ->
    Parent = self(),
    Watcher = spawn_opt(fun() ->
        Parent ! {self(), ready},
        Parent ! {self(), watch(erlang:monotonic_time(nanosecond), 0, 1000)}
    end, [{priority, high}]),
    receive {Watcher, ready} -> ok end,
    Result = F(),
    Watcher ! stop,
    receive {Watcher, Pause} -> {Result, Pause} end.

watch(Last, Longest, 0) ->
    receive stop -> Longest after 0 -> watch(Last, Longest, 1000) end;
watch(Last, Longest, Left) ->
    Now = erlang:monotonic_time(nanosecond),
    watch(Now, max(Longest, Now - Last), Left - 1).

%% --- The stream -----------------------------------------------------------------------------------------------------------

%% A line per process, then its events; the processes in an order that does not depend on who ran first.
stream(#{patterns := Patterns} = Job) ->
    %% What was loaded and compiled by a first run is what the second one shows.
    {_, First} = run(Job, fun(_) -> ok end),
    Collector = spawn(fun() -> collect(#{}) end),
    Session = trace:session_create(?MODULE, Collector, []),
    arm(Session, Patterns, [{'_', [], [{exception_trace}]}], [local]),
    {_, Outcome} = run(Job, fun(Runner) ->
        1 = trace:process(Session, Runner, true, [call, return_to, set_on_spawn])
    end),
    Ref = trace:delivered(Session, all),
    receive {trace_delivered, all, Ref} -> ok end,
    trace:session_destroy(Session),
    Collector ! {stop, self()},
    Processes = receive {Collector, All} -> All end,
    Streams = lists:sort([{lists:reverse(Lines), Number} || #{lines := Lines, number := Number} <- maps:values(Processes)]),
    %% Then the trace is not one of what the program does.
    Shown = case {First, Outcome} of
                {ok, ok} -> ok;
                {ok, _} -> second_run_failed;
                _ -> Outcome
            end,
    [io_lib:format("outcome ~0tp~n", [element(1, normal(Shown, #{}))]),
     [[io_lib:format("process of ~w events~n", [Number]), Lines] || {Lines, Number} <- Streams]].

collect(Processes) ->
    receive
        {stop, From} -> From ! {self(), Processes};
        Message when element(1, Message) =:= trace ->
            Pid = element(2, Message),
            New = #{names => #{Pid => 0}, number => 0, lines => []},
            Process = maps:get(Pid, Processes, New),
            collect(Processes#{Pid => add_event(Message, Process)});
        _ -> collect(Processes)
    end.

add_event(_, #{number := Number} = Process) when Number >= ?KEPT -> Process#{number := Number + 1};
add_event(Message, #{number := Number, names := Names, lines := Lines}) ->
    [trace, _ | Event] = tuple_to_list(Message),
    {Normal, NewNames} = normal(list_to_tuple(Event), Names),
    Line = unicode:characters_to_binary(io_lib:format("  ~0tp~n", [Normal])),
    #{number => Number + 1, names => NewNames, lines => [Line | Lines]}.

%% Replaces what differs from run to run.
normal(Term, Names) when is_pid(Term); is_reference(Term); is_port(Term); is_function(Term) ->
    case Names of
        #{Term := Name} -> {{'$', Name}, Names};
        _ -> {{'$', map_size(Names)}, Names#{Term => map_size(Names)}}
    end;
normal([Head | Tail], Names) ->
    {NormalHead, Names1} = normal(Head, Names),
    {NormalTail, Names2} = normal(Tail, Names1),
    {[NormalHead | NormalTail], Names2};
normal(Tuple, Names) when is_tuple(Tuple) ->
    {List, NewNames} = normal(tuple_to_list(Tuple), Names),
    {list_to_tuple(List), NewNames};
normal(Map, Names) when is_map(Map) ->
    {List, NewNames} = normal(lists:sort(maps:to_list(Map)), Names),
    {{map, List}, NewNames};
normal(Term, Names) -> {Term, Names}.
