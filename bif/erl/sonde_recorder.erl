%% The flight recorder of `sonde run --record-last`: a trace session whose events go to a log that keeps the last of them in memory
%% (sonde_trace_log:record/3). They become a file when something has gone wrong, or when they are asked for:
%%
%%   the program ends with another status than 0; a process ends abnormally; a message queue or a heap passes a limit; SIGUSR2; a client
%%   (`sonde trace --attach SOCKET --snapshot`)
%%
%% Each snapshot is a file of its own: FILE, then FILE with a number. What happens by itself makes ten of them at most, and is then no
%% longer looked at; the rest stays possible.
-module(sonde_recorder).

-export([start/1, stop/1, snapshot/1, signalled/0]).

-define(MOST_BY_ITSELF, 10).
%% How long events that follow an abnormal exit are waited for: the exits of linked processes belong to the same story.
-define(SETTLE_MS, 50).
-define(MOST_BYTES, 1 bsl 30).
-define(MOST_MS, 3600000).
-define(UNITS, #{"ms" => 1, "s" => 1000, "m" => 60000, "h" => 3600000}).

%% The request is a map that tools/main_request.cpp makes:
%%
%%   last    how much is kept: "16MB", "30s", "2m"
%%   file    where it goes; "" for sonde.PID.strace
%%   events  kinds of events beside what happens to processes: "gc", "messages", "running"
%%   calls   patterns of functions, as {Module, Function, Arity} of strings
%%   limits  "queue=N", "heap=NMB"
%%
%% Called by the process that is about to run the program: what exists already is no part of it.
start(#{last := Last, file := File, events := Events, calls := Calls, limits := Limits}) ->
    {Bytes, Ms} = kept(Last),
    Watched = [limit(Limit) || Limit <- Limits],
    Names = [sonde_trace_pattern:names(Call) || Call <- Calls],
    sonde_trace_pattern:tell_unmatched(sonde_trace_output:open(<<>>), "--record-calls", "see sonde run --help", Names),
    Starter = self(),
    %% Not a new process at the end, which would be recorded as the last one.
    register(sonde_recorder_end, spawn(fun() -> receive {ended, Status} -> ask(fun(Ref) -> {stop, self(), Ref, Status} end, ok) end end)),
    Recorder = spawn(fun() ->
        register(?MODULE, self()),
        {ok, Log} = sonde_trace_log:record(Bytes, Ms, self()),
        Session = trace:session_create(?MODULE, sonde_trace_log:tracer(Log), []),
        [set(Session, Name) || Name <- Names],
        sonde_trace_pattern:for_script([{Name, true} || Name <- Names], fun(Mfa, true) -> set(Session, Mfa) end),
        Flags = [call || Names =/= []] ++ [procs | lists:append([flags(Event) || Event <- Events])],
        trace:process(Session, new, true, Flags),
        trace:process(Session, self(), false, Flags),
        Limited = watch(Watched),
        Starter ! {?MODULE, ready, Session, Flags},
        loop(#{log => Log, session => Session, limited => Limited, name => name(File), files => 0, by_itself => 0, settled => false})
    end),
    Monitor = monitor(process, Recorder),
    {Session, Flags} = receive
                           {?MODULE, ready, S, F} -> {S, F};
                           {'DOWN', Monitor, process, _, Reason} -> throw({refused, 1, io_lib:format("--record-last: ~0tp", [Reason])})
                       end,
    demonitor(Monitor, [flush]),
    os:set_signal(sigusr2, handle),
    %% A program that calls halt/1 ends through the process that asks for a snapshot then.
    sonde_native:halt_through(whereis(init)),
    %% Now, so that its first event is the program's.
    trace:process(Session, Starter, true, Flags),
    ok.

kept(Text) ->
    case string:to_integer(Text) of
        {N, "MB"} when N > 0, N bsl 20 =< ?MOST_BYTES -> {N bsl 20, 0};
        {N, Unit} when N > 0, is_map_key(Unit, ?UNITS), N * map_get(Unit, ?UNITS) =< ?MOST_MS -> {64 bsl 20, N * map_get(Unit, ?UNITS)};
        _ -> refuse(["--record-last=", Text, ": expected a size up to 1024MB or a time up to 1h, such as 16MB, 500ms, 30s or 2m"])
    end.

limit("queue=" ++ Text) -> {long_message_queue, number("queue=", Text, string:to_integer(Text), "")};
limit("heap=" ++ Text) -> {large_heap, number("heap=", Text, string:to_integer(Text), "MB") * (1 bsl 20) div erlang:system_info(wordsize)};
limit(Text) -> refuse(["--record-when ", Text, ": expected queue=N or heap=NMB"]).

number(_, _, {N, Unit}, Unit) when is_integer(N), N > 0 -> N;
number(Name, Text, _, Unit) -> refuse(["--record-when ", Name, Text, ": expected ", Name, "N", Unit]).

refuse(Text) -> sonde_trace_output:refuse([Text, " (see sonde run --help)"]).

name("") -> "sonde." ++ os:getpid();
name(File) -> filename:rootname(File, ".strace").

flags("gc") -> [garbage_collection];
flags("messages") -> [send, 'receive'];
flags("running") -> [running].

set(Session, Mfa) ->
    trace:function(Session, Mfa, true, [local]),
    ok = sonde_native:trace_on_load(Session, Mfa, true, [local]).

%% The session whose tracer this process is: it hears of processes that pass a limit.
watch([]) -> none;
watch(Limits) ->
    Session = trace:session_create(sonde_recorder_limits, self(), []),
    [trace:system(Session, What, case What of long_message_queue -> {Limit div 2, Limit}; large_heap -> Limit end) || {What, Limit} <- Limits],
    Session.

loop(State) ->
    receive
        {abnormal_exit, Pid} ->
            %% The machine may be about to end because of it.
            Stop = receive {stop, _, _, _} = Message -> [Message] after ?SETTLE_MS -> [] end,
            NewState = by_itself(io_lib:format("~w ended abnormally", [Pid]), State),
            [self() ! Message || Message <- Stop],
            loop(NewState#{settled := Stop =/= []});
        {monitor, Pid, long_message_queue, true} -> loop(by_itself(io_lib:format("the message queue of ~w passed its limit", [Pid]), State));
        {monitor, Pid, large_heap, _} -> loop(by_itself(io_lib:format("the heap of ~w passed its limit", [Pid]), State));
        {snapshot, From, Ref, Why} ->
            {Result, NewState} = write(Why, State),
            From ! {Ref, Result},
            loop(NewState);
        signalled ->
            {{_, Text}, NewState} = write("SIGUSR2", State),
            say(Text),
            loop(NewState);
        {stop, From, Ref, Status} ->
            Last = case Status of
                       0 -> State;
                       %% The program's own process has ended abnormally just now.
                       _ when map_get(settled, State) -> State;
                       _ -> by_itself(io_lib:format("the program ended with status ~w", [Status]), State)
                   end,
            trace:session_destroy(maps:get(session, Last)),
            From ! {Ref, stopped};
        _ -> loop(State)
    end.

by_itself(_, #{by_itself := ?MOST_BY_ITSELF} = State) -> State;
by_itself(Why, #{by_itself := Count} = State) ->
    {{_, Text}, NewState} = write(Why, State),
    say(Text),
    NewState#{by_itself := Count + 1}.

%% {{ok, Line} | {error, Line}, State}
write(Why, #{log := Log, name := Name, files := Files} = State) ->
    File = case Files of
               0 -> Name ++ ".strace";
               _ -> lists:concat([Name, "-", Files + 1, ".strace"])
           end,
    case sonde_trace_log:snapshot(Log, File) of
        {ok, Events} -> {{ok, [File, ": the last ", case Events of 1 -> "event"; _ -> [integer_to_list(Events), " events"] end, "; ", Why]}, State#{files := Files + 1}};
        {error, Reason} -> {{error, [File, ": ", erl_posix_msg:message(Reason)]}, State}
    end.

say(Text) -> sonde_trace_output:tell(sonde_trace_output:open(<<>>), Text).

%% A snapshot for a client: {ok, Line} that says where it is, or {error, Line}.
snapshot(Why) -> ask(fun(Ref) -> {snapshot, self(), Ref, Why} end, {error, "nothing is recorded: the program was started without --record-last"}).

%% The program has ended. The process that ends when all is written.
stop(Status) ->
    case whereis(sonde_recorder_end) of
        undefined -> spawn(fun() -> ok end);
        Pid ->
            Pid ! {ended, Status},
            Pid
    end.

signalled() -> catch ?MODULE ! signalled.

ask(Request, Otherwise) ->
    Monitor = monitor(process, ?MODULE),
    catch ?MODULE ! Request(Monitor),
    receive
        {Monitor, Answer} ->
            demonitor(Monitor, [flush]),
            Answer;
        {'DOWN', Monitor, process, _, _} -> Otherwise
    end.
