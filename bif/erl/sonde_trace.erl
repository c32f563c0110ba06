%% What `sonde trace` does inside the machine: a session whose tracer is a process that writes what happens.
%%
%% Called by the process that is about to run the program. Where nothing else is asked for, this process is traced from then on, and all
%% processes that are spawned later; the machine's own processes (I/O, code server) are not, because they exist before.
%% Call patterns are set for code that is loaded already, and stored in the machine for code that is loaded later, so that the first
%% call of a function is seen.
%%
%% A second session reports processes that begin, end and register: the events have names of processes then, and a process that is asked
%% for by its name is found.
-module(sonde_trace).

-export([start/1, attach/2, set/4, leave_out/2, flags/1]).

-define(SYNTAX, "see sonde trace --help").
%% How often --counters asks, and of how many processes.
-define(SAMPLE_MS, 20).
-define(FIRST_SAMPLE_MS, 2).
-define(SAMPLED, 200).
%% How long the traced processes may take to end with the machine.
-define(END_MS, 1000).

%% The request is a map that tools/main_request.cpp makes:
%%
%%   calls     patterns, as {Module, Function, Arity} of strings, or as the text of a call (sonde_trace_pattern)
%%   where     the text of a condition for them, or ""
%%   events    kinds of events: "messages", "procs", "running", "gc", "ports", "seq"; "counters" for figures of the processes
%%   actions   what else a call reports: "returns", "exceptions", "stack"; "arity" for no arguments; "count" to count only;
%%             "colours" where the text goes to a terminal
%%   processes of which processes: "all", "new", "existing", a registered name, a pid, or the initial call; [] for the program's
%%   deltas    whether times are those since the event before
%%   system    whether messages of the machine's own processes are events
%%   explain   whether to say what the steps of changing breakpoints took
%%   depth     of printed terms; 0 for unlimited
%%   format    text, erlang, jsonl, mermaid, dot, folded, speedscope, pprof, perfetto; strace for a log (sonde_trace_log), which is printed afterwards
%%   output    a file name, or <<>> for standard error
%%   bounds    options of the session: a trace is bounded, or a program that makes events faster than they are printed would fill
%%             the memory
start(Request) ->
    sonde_trace_output:refused(fun() ->
        Accepted = plan(Request#{mode => run}, sonde_trace_output:open(<<>>)),
        Plan = with_log(Accepted#{sink := sonde_trace_output:open(output(Request))}),
        Existing = processes(),
        {Tracer, Samplers} = start_tracer(Plan),
        %% The trace of a program that halts is printed to its end, too.
        sonde_native:halt_through(whereis(init)),
        start_sessions(Plan, Tracer, Samplers, Existing -- [self()]),
        ok
    end).

%% When the machine shuts down, its servers start processes that have nothing to do with the program. So only those of traced processes are traced
%% from then on.
leave_out_later(Session, #{processes := Processes, flags := Flags}) ->
    lists:member(program, Processes) andalso not lists:member(new, Processes) andalso not lists:member(all, Processes) andalso begin
        [set_flags(Session, Pid, true, [set_on_spawn | Flags]) || Pid <- traced(Session, processes())],
        trace:process(Session, new, false, Flags)
    end.

%% As under erl, where init:stop/0 kills what is left after the applications: the ends of these processes are events.
end_traced(Session, Others) ->
    Monitors = [begin
                    Monitor = monitor(process, Pid),
                    exit(Pid, kill),
                    Monitor
                end || Pid <- traced(Session, processes() -- Others)],
    Late = erlang:start_timer(?END_MS, self(), late),
    [receive {'DOWN', Monitor, process, _, _} -> ok; {timeout, Late, late} -> self() ! {timeout, Late, late} end || Monitor <- Monitors].

traced(Session, Pids) -> [Pid || Pid <- Pids, {flags, [_ | _]} <- [trace:info(Session, Pid, flags)]].

%% What is said of a log goes to standard error.
output(#{format := "strace"}) -> <<>>;
output(#{output := Output}) -> Output.

%% The same for a program that runs already, by the process that serves a client: what is written goes to it. Others are the processes
%% that are no part of the program. Returns the tracer, which ends with the caller, and the sessions.
attach(Request, Others) ->
    Plan = plan(Request#{mode => attach}, {client, self()}),
    {Tracer, Samplers} = start_tracer(Plan),
    link(Tracer),
    {Tracer, start_sessions(Plan, Tracer, Samplers, Others)}.

%% Only that of a run has the name by which sonde_boot ends it.
start_tracer(#{events := Events, mode := Mode} = Plan) ->
    Starter = self(),
    Tracer = spawn(fun() ->
        Mode =:= run andalso register(?MODULE, self()),
        Self = self(),
        %% Before the program can give other names.
        Existing = case Mode of run -> existing_names(Starter); attach -> [] end,
        Starter ! {?MODULE, ready, [spawn_link(fun() -> sample(Self, #{}) end) || lists:member("counters", Events)]},
        wait_for_sessions(Plan, Existing)
    end),
    receive {?MODULE, ready, Samplers} -> {Tracer, Samplers} end.

start_sessions(#{patterns := Patterns, kind := Kind, flags := Flags, events := Events, bounds := Bounds, system := System} = Plan, Tracer, Samplers, Others) ->
    %% First, so that a process has its name before its first event.
    %% A program that does not wait for its log does not wait for names, either: then some processes have none.
    Overload = case Plan of #{log := _} -> case proplists:get_value(overload, Bounds) of block -> block; _ -> drop_new end; _ -> block end,
    Names = trace:session_create(sonde_trace_names, Tracer, [{overload, Overload}, {queue_limit, 10000}]),
    trace:process(Names, new, true, [procs]),
    %% Those that exist may register later, too.
    [set_flags(Names, Pid, true, [procs]) || Pid <- case Plan of #{mode := run} -> [self()]; _ -> processes() -- [Tracer | Samplers ++ Others] end],
    Session = create_session(Plan, Tracer, session_bounds(Plan, Bounds)),
    Functions = session_of_functions(Plan, Session, Tracer),
    %% No event is older.
    Tracer ! {sessions, Session, Functions, Names, erlang:monotonic_time(nanosecond)},
    until_stopped(Session, fun() ->
        explained(Plan, fun() -> [set(Functions, Mfa, MatchSpec, Kind) || {Mfa, MatchSpec} <- left_by_hibernating(Plan) ++ Patterns] end),
        sonde_trace_pattern:for_script(Patterns, fun(Mfa, MatchSpec) -> until_stopped(Session, fun() -> set(Functions, Mfa, MatchSpec, Kind) end) end),
        System orelse leave_out(Session, [Tracer | Samplers ++ Others]),
        lists:member("ports", Events) andalso trace:port(Session, all, true, [ports, monotonic_timestamp]),
        lists:member("seq", Events) andalso sonde_native:seq_trace_to(Session),
        map_get(mode, Plan) =:= run andalso sonde_boot:around_stop(fun() -> leave_out_later(Session, Plan) end, fun() -> end_traced(Session, Others) end),
        choose_all(Session, Plan, Flags, Samplers, [Tracer | Samplers ++ Others])
    end),
    [Session, Functions, Names].

%% The session that has the breakpoints. Counters are gone with their session, so those of --count are in one without a bound: it is there when
%% --time is over.
session_of_functions(#{kind := call_count}, _, Tracer) -> trace:session_create(sonde_trace_counts, Tracer, []);
session_of_functions(_, Session, _) -> Session.

%% A budget (--time, --max-events) may be used up while the session is set up: the rest of that fails then, and the tracer hears of the end.
until_stopped(Session, SetUp) ->
    try SetUp()
    catch error:badarg:Stack -> is_alive(Session) andalso erlang:raise(error, badarg, Stack)
    end.

is_alive(Session) ->
    try trace:info(Session, new, flags) of
        _ -> true
    catch error:badarg -> false
    end.

%% Runs Change; with --explain, says what changes of breakpoints did meanwhile.
explained(#{explain := true, sink := Sink}, Change) ->
    _ = sonde_native:trace_steps(true),
    Change(),
    [sonde_trace_output:tell(Sink, Line) || Line <- sonde_breakpoints:explain(sonde_native:trace_steps(false))];
explained(_, Change) -> Change().

%% The processes of a program that runs already are those that are not the machine's, and what they spawn. The process that starts a
%% program is the last one that is traced, or it would report what is done here.
choose_all(Session, #{processes := Processes, mode := attach} = Plan, Flags, Samplers, Others) ->
    lists:member(program, Processes) andalso choose_program(Session, [set_on_spawn | Flags], Others),
    [choose(Session, Which, Flags, Plan) || Which <- Processes, Which =/= program],
    leave_out_samplers(Session, Flags, Samplers);
choose_all(Session, #{processes := Processes} = Plan, Flags, Samplers, _) ->
    [choose(Session, Which, Flags, Plan) || Which <- Processes],
    leave_out_samplers(Session, Flags, Samplers),
    lists:member(program, Processes) andalso trace:process(Session, self(), true, Flags).

%% The processes that exist, and those that they spawn, also while this looks for them. A new process of the machine belongs to another client.
choose_program(Session, Flags, Others) ->
    trace:process(Session, new, true, Flags),
    Existing = processes(),
    [set_flags(Session, Pid, true, Flags) || Pid <- Existing -- Others],
    trace:process(Session, new, false, Flags),
    [set_flags(Session, Pid, false, [all]) || Pid <- processes() -- Existing, {parent, Parent} <- [process_info(Pid, parent)], lists:member(Parent, Others)].

%% Of a process that may have ended.
set_flags(Session, Pid, How, Flags) -> try trace:process(Session, Pid, How, Flags) catch error:badarg -> 0 end.

with_log(#{format := "strace", output := Name, bounds := Bounds, hidden := Hidden} = Plan) ->
    WhenFull = case proplists:get_value(overload, Bounds) of block -> wait; drop_new -> drop; stop -> stop end,
    case sonde_trace_output:with_reader(Name, fun(File) -> sonde_trace_log:open(File, #{when_full => WhenFull}) end) of
        {ok, Log} ->
            Hidden =/= [] andalso sonde_trace_log:trace(hidden, Log, undefined, Hidden, #{}),
            Plan#{log => Log};
        {error, Reason} -> throw({refused, 1, [Name, ": ", erl_posix_msg:message(Reason)]})
    end;
with_log(Plan) -> Plan.

%% The tracer has the others itself where the session cannot count what is shown.
session_bounds(Plan, Bounds) ->
    case limits(Plan, Bounds) of
        none -> Bounds;
        {Others, _} -> Others
    end.

limits(#{log := _}, _) -> none;
limits(#{processes := Processes}, Bounds) ->
    case named(Processes) of
        [] -> none;
        _ -> sonde_trace_limits:new(Bounds)
    end.

%% A log has a bound of its own, the memory of its threads.
create_session(#{log := Log}, _, Bounds) ->
    trace:session_create(?MODULE, sonde_trace_log:tracer(Log), [Bound || {Key, _} = Bound <- Bounds, Key =/= queue_limit, Key =/= overload]);
create_session(_, Tracer, Bounds) -> trace:session_create(?MODULE, Tracer, Bounds).

%% Everything that can be wrong with a request is found here, before anything runs: one line, and status 2.
plan(#{calls := Calls, where := Where, events := Events, actions := Actions, processes := Processes, depth := Depth, format := Format, deltas := Deltas,
       bounds := Bounds} = Request, Sink) ->
    Count = lists:member("count", Actions),
    Condition = case Where of
                    "" -> true;
                    _ -> checked("--where ", Where, fun sonde_trace_pattern:condition/1)
                end,
    Asked = [list_to_atom(string:trim(Action, trailing, "s")) || Action <- Actions, Action =:= "returns" orelse Action =:= "exceptions"]
        ++ [stack || lists:member("stack", Actions)],
    Wanted = [pattern(Call, Condition, Asked) || Call <- Calls],
    Patterns = sonde_trace_pattern:united(Wanted),
    Mfas = [Mfa || {Mfa, _} <- Patterns],
    Told = sonde_trace_pattern:tell_unmatched(Sink, "--calls", ?SYNTAX, Mfas),
    sonde_trace_pattern:refuse_without_argument(proplists:get_value(arg, maps:get(bounds, Request)), ?SYNTAX, Mfas),
    Shown = lists:usort([return || {_, _, Own} <- Wanted, asks(return_trace, return, Condition, Own)] ++
                            [exception || {_, _, Own} <- Wanted, asks(exception_trace, exception, Condition, Own)] ++
                            (Asked -- [stack])),
    Hidden = sonde_trace_format:hidden(Shown),
    Flags = [call || Patterns =/= [], not Count] ++ [arity || lists:member("arity", Actions)] ++ lists:append([flags(Event) || Event <- Events]),
    Request#{patterns => Patterns, told => Told, sink => Sink, shown => Shown, hidden => Hidden, bounds := counted(Bounds, Hidden), kind => case Count of true -> call_count; false -> local end,
             flags => [monotonic_timestamp || Format =/= "strace"] ++ Flags,
             processes := wanted([process(Process, Format) || Process <- Processes]),
             state => sonde_trace_format:new(list_to_atom(Format), #{depth => case Depth of 0 -> unlimited; _ -> Depth end, shown => Shown, deltas => Deltas,
                                                                            colours => lists:member("colours", Actions)})}.

%% --max-events and --max-rate are about events that are shown. A session that counts nothing needs no option, and is faster without one.
counted(Bounds, Hidden) -> Bounds ++ [{uncounted, Tag} || Tag <- Hidden, lists:keymember(max_events, 1, Bounds) orelse lists:keymember(max_rate, 1, Bounds)].

flags("messages") -> [send, 'receive'];
flags("procs") -> [procs];
flags("running") -> [running, exiting];
flags("gc") -> [garbage_collection];
flags(_) -> [].

%% {Mfa, MatchSpec, Actions}
pattern(Parts, Condition, Asked) when is_tuple(Parts) ->
    {sonde_trace_pattern:names(Parts), sonde_trace_pattern:with_actions(Condition, Asked), Asked};
pattern(Text, Condition, Asked) ->
    Condition =:= true orelse refuse(["--where: the pattern ", Text, " has a condition of its own"]),
    {Mfa, MatchSpec, Actions} = checked("--calls ", Text, fun sonde_trace_pattern:call/1),
    {Mfa, sonde_trace_pattern:with_actions(MatchSpec, Actions ++ Asked), Actions}.

asks(_, Action, true, Own) -> lists:member(Action, Own);
asks(Action, Name, MatchSpec, Own) -> lists:member(Name, Own) orelse lists:any(fun({_, _, Body}) -> lists:member({Action}, Body) end, MatchSpec).

checked(Option, Text, Check) ->
    try Check(Text)
    catch throw:{bad, Why} -> refuse([Option, $', Text, "': ", Why])
    end.

refuse(Why) -> sonde_trace_output:refuse([Why, " (", ?SYNTAX, ")"]).

%% A process may be named at any time. To miss nothing, all processes of the program are traced, and the events of those without one of
%% the names are thrown away.
wanted([]) -> [program];
wanted(Processes) ->
    case named(Processes) of
        [] -> Processes;
        _ -> [program | Processes]
    end.

%% What is known of a process when it has it only: {name, Atom} and {initial_call, Text}. A name is a registered one, or `main`, or the callback
%% module of a server, as the trace shows them.
named(Processes) -> [Name || {_, _} = Name <- Processes].

process("all", _) -> all;
process("new", _) -> new;
process("existing", _) -> existing;
process([$< | _] = Text, _) ->
    try list_to_pid(Text)
    catch error:badarg -> refuse(["--pids ", Text, ": expected all, new, existing, a registered name, a pid like <0.90.0>, or an initial call like m:f/1"])
    end;
process(Name, "strace") -> refuse(["--pids ", Name, ": expected all, new, existing or a pid: events go to a log as they come, without regard to names"]);
process(Name, _) ->
    case lists:member($:, Name) of
        true -> {initial_call, unicode:characters_to_binary(Name)};
        false -> {name, list_to_atom(Name)}
    end.

choose(Session, program, Flags, _) -> trace:process(Session, new, true, Flags);
choose(Session, {name, Name}, Flags, _) ->
    case whereis(Name) of
        Pid when is_pid(Pid) -> trace:process(Session, Pid, true, Flags);
        _ -> 0
    end;
choose(_, {initial_call, _}, _, _) -> 0;
choose(Session, Which, Flags, #{sink := Sink}) ->
    try trace:process(Session, Which, true, Flags)
    catch error:badarg when is_pid(Which) -> sonde_trace_output:tell(Sink, io_lib:format("--pids ~w: no such process", [Which]))
    end.

leave_out_samplers(Session, Flags, Samplers) -> [trace:process(Session, Sampler, false, Flags) || Sampler <- Samplers].

%% Messages to and from the machine's own processes are no events: they say how I/O works, not what the program does.
leave_out(Session, Pids) ->
    Names = [Name || Name <- registered(), lists:member(whereis(Name), Pids)],
    %% One look at a map: there are some fifty of these processes, and the question is asked for each message.
    IsOther = fun(Terms) -> [{'not', {is_map_key, '$1', {const, maps:from_keys(Terms, own)}}}] end,
    trace:send(Session, [{['$1', '_'], IsOther(Pids ++ Names), []}], []),
    trace:recv(Session, [{['_', '$1', '_'], IsOther(Pids), []}], []),
    ok.

%% To end the trace, send {stop, Pid} to the tracer, in a run the process registered as sonde_trace. It prints the events that are still in its queue, then the
%% counts, and sends Pid {sonde_trace, stopped}, or {sonde_trace, failed} where the trace could not be written to its end.

set(Session, Mfa, MatchSpec, Kind) ->
    trace:function(Session, Mfa, MatchSpec, [Kind]),
    ok = sonde_native:trace_on_load(Session, Mfa, MatchSpec, [Kind]).

%% A process that hibernates leaves its calls without a return: where returns are traced, that is an event, too.
left_by_hibernating(#{shown := []}) -> [];
left_by_hibernating(_) -> [{{erlang, hibernate, 3}, true}].

%% Nothing where the session has stopped by itself.
remove(Session, Mfa, Kind) ->
    try trace:function(Session, Mfa, false, [Kind])
    catch error:badarg -> 0
    end.

%% The machine may be ended before there are sessions.
wait_for_sessions(#{log := Log} = Plan, Existing) ->
    [name_in_log(Log, Pid, Name) || {Pid, Name} <- Existing],
    receive
        {sessions, Session, _, Names, _} -> name_until_stopped(Plan#{session => Session, names => Names});
        {stop, From} -> From ! {?MODULE, stopped}
    end;
wait_for_sessions(#{state := Format, bounds := Bounds, mode := Mode} = Plan, Before) ->
    Limits = case limits(Plan, Bounds) of none -> element(2, sonde_trace_limits:new([])); {_, Own} -> Own end,
    receive
        {sessions, Session, Functions, Names, Start} ->
            Existing = case Mode of run -> Before; attach -> names_of_others() end,
            Named = lists:foldl(fun({Pid, Name}, F) -> element(2, sonde_trace_format:name(Pid, Name, F)) end, Format, Existing),
            loop(Plan#{limits => Limits, only => only(Plan, Existing), unseen => unseen(Plan, Existing), session => Session, functions => Functions, names => Names,
                       start => Start, dropped => 0, ended => none, state := Named});
        {stop, From} -> From ! {?MODULE, stopped}
    end.

%% Names of processes are records of their own (docs/strace.md).
name_until_stopped(#{log := Log, names := Names} = Plan) ->
    receive
        {stop, From} ->
            Ref = trace:delivered(Names, all),
            name_rest(Ref, Log),
            From ! {?MODULE, close_log(Plan)};
        Message ->
            name_reported(Message, Log),
            name_until_stopped(Plan)
    end.

%% Names that are still under way when the program ends.
name_rest(Ref, Log) ->
    receive
        {trace_delivered, all, Ref} -> ok;
        Message ->
            name_reported(Message, Log),
            name_rest(Ref, Log)
    end.

name_reported({trace, Pid, register, Name}, Log) -> name_in_log(Log, Pid, {registered, Name});
name_reported({trace, Pid, spawned, _, Mfa}, Log) -> name_in_log(Log, Pid, sonde_trace_names:initial_call(Mfa));
name_reported(_, _) -> ok.

name_in_log(Log, Pid, {registered, Name}) -> name_in_log(Log, Pid, atom_to_list(Name));
name_in_log(Log, Pid, Name) -> sonde_trace_log:trace(process_name, Log, Pid, unicode:characters_to_binary(Name), #{}).

close_log(#{log := Log, session := Session, output := Name, sink := Sink} = Plan) ->
    trace:session_destroy(Session),
    tell_unloaded(Plan),
    case sonde_trace_log:close(Log) of
        {ok, #{dropped := 0}} -> stopped;
        {ok, #{events := Events, dropped := Dropped}} ->
            sonde_trace_output:tell(Sink, [Name, io_lib:format(": ~w events, incomplete: ~w dropped", [Events, Dropped])]),
            stopped;
        {error, Reason} ->
            sonde_trace_output:tell(Sink, [Name, ": ", erl_posix_msg:message(Reason), ", the trace ends early"]),
            failed
    end.

%% A name of a process, as sonde_trace_names has it, in the form in which it may be asked for.
asked_as({registered, Name}) -> {name, Name};
asked_as(Text) ->
    Characters = unicode:characters_to_list(Text),
    case lists:member($:, Characters) of
        true -> {initial_call, unicode:characters_to_binary(Characters)};
        false -> {name, list_to_atom(Characters)}
    end.

existing_names(Starter) -> [{Starter, "main"} | [{whereis(Name), {registered, Name}} || Name <- registered()]].

names_of_others() -> [{Pid, Name} || Pid <- processes(), Pid =/= self(), Name <- [sonde_trace_names:of_process(Pid)], Name =/= none].

%% The processes whose events are printed where names were given, as the keys of a map; they are more when others register.
only(#{processes := Processes}, Existing) ->
    case named(Processes) of
        [] -> all;
        Names -> maps:from_keys([Pid || Pid <- Processes, is_pid(Pid)] ++ [Pid || {Pid, Name} <- Existing, lists:member(asked_as(Name), Names)], true)
    end.

%% The names that were given and that no process has had yet.
unseen(#{processes := Processes}, Existing) ->
    named(Processes) -- [asked_as(Name) || {_, Name} <- Existing].

tell_unseen(#{unseen := Unseen, sink := Sink}) ->
    [sonde_trace_output:tell(Sink, ["--pids ", asked(Name), ": no process had this ", case Kind of name -> "name"; initial_call -> "initial call" end])
     || {Kind, Name} <- Unseen].

asked(Name) when is_atom(Name) -> atom_to_list(Name);
asked(Text) -> Text.

%% A trace that cannot be written ends; the program does not.
loop(Plan) ->
    try print_until_stopped(Plan) of
        {From, Last} -> From ! {?MODULE, print_rest(Last)}
    catch
        throw:{cannot_write, Reason} ->
            give_up(Plan, Reason),
            receive {stop, From} -> From ! {?MODULE, failed} end
    end.

print_until_stopped(Plan) ->
    receive
        {stop, From} -> {From, Plan};
        Message -> print_until_stopped(print(Message, Plan))
    end.

print_rest(Plan) ->
    try finish(Plan) of
        _ -> stopped
    catch
        throw:{cannot_write, Reason} ->
            give_up(Plan, Reason),
            failed
    end.

give_up(#{session := Session, functions := Functions, names := Names, sink := Sink}, Reason) ->
    [trace:session_destroy(Each) || Each <- [Session, Functions, Names]],
    sonde_trace_output:tell(Sink, [sonde_trace_output:name(Sink), ": ", erl_posix_msg:message(Reason), ", the trace ends here"]).

finish(#{session := Session, functions := Functions, patterns := Patterns, kind := Kind} = Plan) ->
    %% When the answer comes, the events of all processes are in the queue.
    Ref = trace:delivered(Session, all),
    #{state := State, dropped := Dropped, ended := Ended} = Last = tell_dropped(drain(Plan, Ref)),
    maps:get(kind, Last) =:= call_count andalso print_counts(Last),
    %% Removed with the session otherwise, later.
    map_get(explain, Plan) andalso explained(Plan, fun() -> [remove(Functions, Mfa, Kind) || {Mfa, _} <- Patterns] end),
    Complete = completeness(Dropped, Ended),
    Kind =:= local andalso write(Last, sonde_trace_format:finish(Complete, State)),
    sonde_trace_format:has_summary(State) orelse Complete =:= "complete" orelse sonde_trace_output:tell(maps:get(sink, Plan), ["the trace is ", Complete]),
    tell_unseen(Last),
    tell_unloaded(Plan).

tell_unloaded(#{patterns := Patterns, told := Told, sink := Sink}) ->
    sonde_trace_pattern:tell_unloaded(Sink, "--calls", [Mfa || {Mfa, _} <- Patterns, not lists:member(Mfa, Told)]).

completeness(0, none) -> "complete";
completeness(Dropped, none) -> io_lib:format("incomplete: ~w dropped", [Dropped]);
completeness(0, Ended) -> ["incomplete: ended by ", sonde_trace_format:ended_by(Ended)];
completeness(Dropped, Ended) -> io_lib:format("incomplete: ~w dropped, ended by ~s", [Dropped, sonde_trace_format:ended_by(Ended)]).

drain(Plan, Ref) ->
    receive
        {trace_delivered, all, Ref} -> Plan;
        Message -> drain(print(Message, Plan), Ref)
    end.

print(Message, #{only := Only} = Plan) when element(1, Message) =:= trace_ts, is_map(Only), not is_map_key(element(2, Message), Only) -> Plan;
print(Message, #{start := Start} = Plan) when element(1, Message) =:= trace_ts ->
    [trace_ts, Pid, Kind | Rest] = tuple_to_list(Message),
    {Terms, [Time]} = lists:split(length(Rest) - 1, Rest),
    show({max(0, Time - Start), Pid, Kind, Terms}, named_by(Kind, Pid, Terms, Plan));
print({trace, Pid, Kind, Term}, Plan) -> name(Kind, Pid, Term, Plan);
print({trace, Pid, spawned, _, Mfa}, Plan) -> named(Pid, sonde_trace_names:initial_call(Mfa), Plan);
print({seq_trace, Label, Event, Time}, #{start := Start} = Plan) ->
    show({max(0, Time - Start), element(3, Event), seq_trace, [Label, Event]}, Plan);
print({trace_dropped, N}, #{limits := Limits} = Plan) ->
    case sonde_trace_limits:is_over(Limits) of
        true -> Plan;
        false -> dropped(N, Plan)
    end;
print({trace_stopped, Reason}, Plan0) ->
    #{limits := Limits} = Plan = tell_dropped(Plan0),
    note(Plan, ["tracing stopped: ", sonde_trace_format:ended_by(Reason)]),
    %% Nothing else comes, so the client need not wait.
    [self() ! {stop, Client} || {client, Client} <- [maps:get(sink, Plan)]],
    end_counting(Plan#{ended := Reason, limits := sonde_trace_limits:end_now(Limits)});
print({watched, Sampler}, #{state := State} = Plan) ->
    Sampler ! {watched, lists:sublist([Pid || Pid <- sonde_trace_format:watched(State), is_pid(Pid)], ?SAMPLED)},
    Plan;
print({figures, Time, Figures}, #{start := Start} = Plan) ->
    lists:foldl(fun({Pid, Values}, #{state := State} = P) ->
        {Text, NewState} = sonde_trace_format:counters(Pid, max(0, Time - Start), Values, State),
        write(P, Text),
        P#{state := NewState}
    end, Plan, Figures);
print(_, Plan) -> Plan.

%% An event in the form of the format, as far as --max-events and --max-rate admit it.
show({Ns, _, Kind, _} = Event, #{limits := Limits, state := State} = Plan) ->
    {Admitted, NewLimits} = case sonde_trace_format:is_shown(Kind, State) of
                                true -> sonde_trace_limits:admit(Ns, Limits);
                                false -> {show, Limits}
                            end,
    case Admitted of
        show -> formatted(Event, tell_dropped(Plan#{limits := NewLimits}));
        last ->
            Last = formatted(Event, tell_dropped(Plan#{limits := NewLimits})),
            trace:session_destroy(maps:get(session, Last)),
            print({trace_stopped, max_events}, Last);
        _ -> Plan#{limits := NewLimits}
    end.

formatted(Event, #{state := State} = Plan) ->
    {Text, NewState} = sonde_trace_format:event(Event, State),
    write(Plan, Text),
    Plan#{state := NewState}.

dropped(N, #{dropped := Dropped, state := State} = Plan) ->
    {Text, NewState} = sonde_trace_format:gap(State),
    write(Plan, Text),
    note(Plan, io_lib:format("~w events dropped", [N])),
    Plan#{dropped := Dropped + N, state := NewState}.

%% Says of what --max-rate has left out, in the place where it is missing.
tell_dropped(#{limits := Limits} = Plan) ->
    case sonde_trace_limits:take_dropped(Limits) of
        {0, _} -> Plan;
        {N, NewLimits} -> dropped(N, Plan#{limits := NewLimits})
    end.

%% Its start is the first event of a process that was spawned by a traced one, and may come before the report of the session of names.
named_by(spawned, Pid, [_, Mfa | _], Plan) -> named(Pid, sonde_trace_names:initial_call(Mfa), Plan);
named_by(_, _, _, Plan) -> Plan.

%% What the session of names reports.
name(register, Pid, Name, Plan) -> named(Pid, {registered, Name}, Plan);
name(exit, Pid, _, Plan) -> rename(Pid, none, Plan);
name(_, _, _, Plan) -> Plan.

%% From now on the process has this name, which may be one that is asked for.
named(Pid, Name, #{only := Only, unseen := Unseen, processes := Processes} = Plan) ->
    rename(Pid, Name, case is_map(Only) andalso lists:member(asked_as(Name), Processes) of
                          true -> Plan#{only := Only#{Pid => true}, unseen := Unseen -- [asked_as(Name)]};
                          false -> Plan
                      end).

rename(Pid, Name, #{state := State} = Plan) ->
    {Text, NewState} = sonde_trace_format:name(Pid, Name, State),
    write(Plan, Text),
    Plan#{state := NewState}.

%% Figures of the processes that have events, for --counters. A process of its own asks for them, because an answer takes as long as the
%% process that is asked takes to its next reduction, and a process that waits for the tracer must not be waited for by the tracer.
sample(Tracer, Last) ->
    Tracer ! {watched, self()},
    Now = maps:from_list([{Pid, Figures} || Pid <- receive {watched, Pids} -> Pids end, Figures <- figures(Pid)]),
    Time = erlang:monotonic_time(nanosecond),
    Tracer ! {figures, Time, [{Pid, Figures -- maps:get(Pid, Last, [])} || {Pid, Figures} <- maps:to_list(Now)]},
    %% Soon again as long as no process has had an event: a short program would have no figures.
    receive after case map_size(Now) of 0 -> ?FIRST_SAMPLE_MS; _ -> ?SAMPLE_MS end -> ok end,
    sample(Tracer, Now).

figures(Pid) ->
    case process_info(Pid, [total_heap_size, message_queue_len, reductions]) of
        [{_, Heap}, {_, Queue}, {_, Reductions}] -> [[{heap, Heap}, {queue, Queue}, {reductions, Reductions}]];
        undefined -> []
    end.

note(#{state := State} = Plan, Text) -> write(Plan, sonde_trace_format:note(Text, State)).

write(_, []) -> ok;
write(#{sink := Sink, state := State}, Text) -> sonde_trace_output:write(Sink, sonde_trace_format:bytes(Text, State)).

%% The time is over, and with it what the program pays for counters.
end_counting(#{kind := call_count, functions := Functions} = Plan) ->
    print_counts(Plan),
    trace:session_destroy(Functions),
    Plan#{kind := counted};
end_counting(Plan) -> Plan.

print_counts(#{functions := Session} = Plan) ->
    Counts = [{N, Mfa} || {Mfa, N} <- sonde_native:trace_call_counts(Session)],
    [write(Plan, io_lib:format("~10w ~tw:~tw/~w~n", [N, M, F, A])) || {N, {M, F, A}} <- lists:reverse(lists:sort(Counts))].
