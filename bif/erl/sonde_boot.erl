%% The first process of a machine. It takes the place of OTP's `init` process (it answers the messages that OTP's own `init` module
%% sends), starts the few servers that OTP's libraries expect, runs the program, and ends the machine.
%%
%% Why not OTP's own boot: its script starts name servers, distribution and more that most programs never use, and takes ten times as
%% long as the programs that people trace here.
-module(sonde_boot).

-export([start/1, set_flags/1, set_arguments/1, words/0, kernel_process/1, wait_for_stop/0, around_stop/2]).

%% The request is a map that tools/main_request.cpp makes:
%%
%%   program    {Module, File, Code}: prepared code that is loaded first; none
%%   function   {Module, Name}: what is called then, without arguments; main: main/1 or main/0 of the program
%%   arguments  strings, of main/1 and of init:get_plain_arguments/0
%%   control    where clients may connect while the program runs (sonde_control); <<>> for nowhere
%%   record     what sonde_recorder:start/1 takes, where the last events are recorded; none
%%   host       {Link, TakesOutput}: the machine is part of a C++ program, which says what to do (sonde_host); none
%%   flags      [{Name, [Value]}] of erl that options stand for: the name of the node and what belongs to it
%%   trace      a map with the module that watches the program (`tool`) and what its start/1 takes, as sonde_trace; none
start(Request) ->
    try
        boot(Request)
    catch
        Class:Reason:Stack ->
            erlang:display({boot_failed, Class, Reason, Stack}),
            erlang:halt(1)
    end.

boot(#{arguments := Arguments, trace := Trace, host := Host} = Request) ->
    true = register(init, self()),
    process_flag(trap_exit, true),
    %% These free old code and literals: OTP's own processes.
    erts_internal:spawn_system_process(erts_code_purger, start, []),
    sonde_native:literal_collector(erts_internal:spawn_system_process(erts_literal_area_collector, start, [])),
    sonde_code:start(),
    %% Removes the breakpoints of trace sessions that ended without being destroyed. Its module is not preloaded, so the code server
    %% comes first.
    erts_internal:spawn_system_process(sonde_internals, trace_cleaner, []),
    User = start_io(user, standard_streams(Host, {0, 1})),
    start_io(standard_error, standard_streams(Host, {none, 2})),
    group_leader(User, self()),
    {ok, _} = logger_server:start_link(),
    Host =:= none andalso take_signals(Request),
    {Main, Monitor} = spawn_monitor(fun() -> run(Request) end),
    State = #{main => Main, monitor => Monitor, arguments => Arguments, words => Arguments, trace => Trace, endings => endings(Request),
              ended_by_signal => ended_by_signal(Request),
              given_flags => maps:get(flags, Request), flags => maps:get(flags, Request)},
    loop(case Request of
             #{function := {sonde_shell, _}} -> State#{starting => []};
             #{function := {sonde_erl, _}} -> State#{starting => [], evaluating => true};
             _ -> State
         end).

start_io(Name, Descriptors) ->
    Pid = spawn_link(sonde_io, init, [self(), Name, Descriptors]),
    receive {Pid, ready} -> Pid end.

standard_streams({Link, true}, {_, Output}) -> {none, {host, Link, Output}};
standard_streams(_, Descriptors) -> Descriptors.

%% Of a machine that is part of a C++ program, signals and the terminal are that program's.
take_signals(Request) ->
    ok = sonde_native:break_mode(break_mode(Request)),
    %% As erl_signal_handler and the emulator of OTP have it from the start.
    [ok = os:set_signal(Signal, handle) || Signal <- [sigterm, sigusr1, sigquit]].

%% The interrupt key opens OTP's menu where erl would: in programs and in the shell, not in compilers and escripts. It ends a
%% program that is traced, as with other tools that trace.
break_mode(#{trace := Trace}) when Trace =/= none -> halt;
break_mode(#{function := main}) -> menu;
break_mode(#{function := {sonde_shell, _}, arguments := Arguments}) -> sonde_break:mode(Arguments);
break_mode(_) -> default.

%% As in escript, an exception that the program does not catch is printed and ends the machine with status 1.
run(Request) ->
    try
        % It is loaded under erl, so a program can call it whatever its error handler is.
        {module, io} = code:ensure_loaded(io),
        take_flags(Request),
        sonde_applications:start(),
        load_program(Request),
        start_control(Request),
        start_recorder(Request),
        call_main(Request)
    catch
        Class:Reason:Stack ->
            is_output_closed(Stack) orelse
                io:put_chars(standard_error, [complainer(Request), erl_error:format_exception(Class, Reason, Stack, #{stack_trim_fun => fun is_ours/3}), $\n,
                                              source_beside(Request, Reason, Stack)]),
            exit({status, 1})
    end.

%% The program that people know from OTP says so; here it is the user's own program that speaks.
complainer(#{function := {sonde_script, _}}) -> "escript: ";
complainer(_) -> "".

%% Of a program in several files only FILE is compiled. The others are looked for where their .beam files would be found. A file that is
%% there and was refused may be one of an old compiler.
source_beside(#{function := main}, undef, [{Module, _, _, _} | _]) ->
    Name = atom_to_list(Module) ++ ".erl",
    case code:which(Module) of
        non_existing ->
            case [File || Folder <- code:get_path(), File <- [filename:join(Folder, Name)], element(1, prim_file:read_file_info(File)) =:= ok] of
                [Source | _] -> ["sonde: ", here(Source), " is not compiled: sonde erlc -o ", filename:dirname(here(Source)), $\s, here(Source), $\n];
                [] -> ""
            end;
        File when is_list(File) ->
            [["sonde: ", here(File), " cannot be loaded: sonde disasm ", here(File), " says why\n"] || not erlang:module_loaded(Module)];
        _ -> ""
    end;
source_beside(_, _, _) -> "".

%% The path as one would write it here.
here(Path) ->
    {ok, Folder} = prim_file:get_cwd(),
    case string:prefix(Path, Folder ++ "/") of
        nomatch -> Path;
        Rest -> Rest
    end.

%% Frames of the machine's own modules say nothing about the program.
is_ours(Module, _, _) -> Module =:= ?MODULE orelse Module =:= sonde_script.

%% The reader of standard output has gone, as in `sonde run FILE | head`: the line that says so is all there is to say.
is_output_closed([{io, _, _, Info} | _]) ->
    case proplists:get_value(error_info, Info) of
        #{cause := {_, epipe}} -> true;
        _ -> false
    end;
is_output_closed(_) -> false.

take_flags(#{function := {sonde_script, _}, arguments := [File | _]}) -> sonde_script:set_flags(File);
take_flags(#{function := {sonde_shell, _}, arguments := Arguments}) -> sonde_shell:take_flags(Arguments);
take_flags(#{function := {sonde_erl, _}, arguments := Arguments}) -> sonde_erl:take_flags(Arguments);
take_flags(_) -> ok.

load_program(#{program := none}) -> ok;
load_program(#{program := {Module, File, Code}}) ->
    case sonde_code:load_prepared(Module, File, Code) of
        {module, Module} -> ok;
        {error, Reason} -> exit({load, File, Reason})
    end.

%% What is traced is the program, not how it is loaded: so tracing begins here, in the program's own process, and the call of the
%% program is the next one that the process makes.
call_main(#{host := {Link, _}}) -> sonde_host:serve(Link);
call_main(#{function := {Module, Function}} = Request) ->
    start_trace(Request),
    Module:Function();
call_main(#{program := {Module, _, _}, arguments := Arguments} = Request) ->
    case erlang:function_exported(Module, main, 1) of
        true ->
            start_trace(Request),
            Module:main(Arguments);
        false ->
            has_main(Module, Request),
            warn_of_arguments(Request),
            start_trace(Request),
            Module:main()
    end.

has_main(Module, _) ->
    erlang:function_exported(Module, main, 0) orelse sonde_trace_output:refused(fun() ->
        throw({refused, 1, [sonde_trace_term:atom(Module), ": exports neither main/1 nor main/0, so there is nothing to run"]})
    end).

%% Options that stand behind FILE would be ignored without a word.
warn_of_arguments(#{arguments := [_ | _] = Arguments, trace := none}) ->
    Hint = case lists:any(fun(Word) -> hd(Word) =:= $- end, Arguments -- [""]) of
               true -> "; options of sonde run go before FILE";
               false -> ""
           end,
    tell(["warning: main/0 takes no arguments, so these are ignored: ", lists:join($\s, Arguments), Hint]);
warn_of_arguments(_) -> ok.

tell(Text) -> sonde_trace_output:tell(sonde_trace_output:open(<<>>), Text).

%% An exception has been printed; here the process got an exit signal, and nothing else says so. That of an escript is the last process of OTP's
%% boot, and it has the words of OTP's init. The process of standard error makes the text: this one cannot load modules, and a new one would be in
%% the trace.
tell_ended(_, #{ended_by_signal := none} = State) -> finish(1, State);
tell_ended(Reason, #{ended_by_signal := Words} = State) ->
    Told = monitor(process, standard_error),
    catch standard_error ! {io_request, self(), Told, {put_chars, unicode, io_lib, format, [Words ++ "~n", [Reason]]}},
    loop(State#{told => Told, main := sonde_trace}).

ended_by_signal(#{host := Host}) when Host =/= none -> none;
ended_by_signal(#{function := main}) -> "sonde: the process of main was ended by an exit signal: ~0tp";
ended_by_signal(#{function := {sonde_script, _}}) -> "Runtime terminating during boot (~0tp)";
ended_by_signal(_) -> none.

start_control(#{control := <<>>}) -> ok;
start_control(#{control := Path}) -> sonde_trace_output:refused(fun() -> sonde_control:start(Path) end).

start_recorder(#{record := none}) -> ok;
start_recorder(#{record := Record}) -> sonde_trace_output:refused(fun() -> sonde_recorder:start(Record) end).

%% What is done with the exit status before the machine ends: each starts a process that does it.
endings(#{control := Control, record := Record}) ->
    [fun sonde_recorder:stop/1 || Record =/= none] ++ [fun(_) -> spawn(fun() -> sonde_control:stop(Control) end) end || Control =/= <<>>].

start_trace(#{trace := none}) -> ok;
start_trace(#{trace := #{tool := Tool} = Trace}) -> Tool:start(Trace).

loop(#{main := Main, monitor := Monitor} = State) ->
    receive
        {'DOWN', Stopping, process, _, _} when Stopping =:= map_get(stopping, State) ->
            finish(maps:get(status, State), maps:remove(stopping, State));
        %% init:stop/0 has begun: the program's end does not interrupt it.
        {'DOWN', Monitor, process, Main, _} when is_map_key(stopping, State), is_pid(Main) -> loop(State);
        {stop, _} when is_map_key(stopping, State) -> loop(State);
        {'DOWN', Monitor, process, Main, normal} -> finish(0, State);
        {'DOWN', Monitor, process, Main, {status, Status}} -> finish(Status, State);
        {'DOWN', Monitor, process, Main, Reason} when is_pid(Main) ->
            tell_ended(Reason, State);
        {io_reply, Told, _} when Told =:= map_get(told, State) -> finish(1, maps:remove(told, State));
        {'DOWN', Told, process, _, _} when Told =:= map_get(told, State) -> finish(1, maps:remove(told, State));
        {sonde_trace, stopped} -> finish(maps:get(status, State), State);
        {sonde_trace, failed} -> finish(max(1, maps:get(status, State)), State);
        {'DOWN', Monitor, process, _, _} -> finish(maps:get(status, State, 1), State);
        {halt, Status} when Main =/= sonde_trace -> finish(Status, maps:remove(restarts, State));
        {stop, {stop, Status}} -> loop(stop(status(Status), State));
        {stop, stop} -> loop(stop(0, State));
        %% Nothing starts the machine again (heart): as stop.
        {stop, reboot} -> loop(stop(0, State));
        {stop, restart} -> loop(stop(0, State#{restarts => true}));
        %% Modules are always loaded when they are called, whatever the mode.
        {stop, {restart, _}} -> loop(stop(0, State#{restarts => true}));
        {From, {set_flags, Flags}} ->
            From ! {init, ok},
            loop(State#{flags => map_get(given_flags, State) ++ Flags});
        {From, {set_arguments, Plain}} ->
            From ! {init, ok},
            loop(State#{arguments => Plain});
        {From, {kernel_process, Pid}} ->
            link(Pid),
            From ! {init, ok},
            loop(State#{kernel => Pid, stopper => From});
        {sonde_boot, around_stop, _, _} = Message when is_map_key(stopper, State) ->
            map_get(stopper, State) ! Message,
            loop(State);
        {'EXIT', Kernel, Reason} when Kernel =:= map_get(kernel, State), not is_map_key(stopping, State) ->
            end_with_kernel(Reason),
            loop(maps:remove(kernel, State));
        %% `sonde shell` starts its shell when everything that comes before it has ended.
        {From, {notify_when_started, Pid}} when is_map_key(starting, State) ->
            From ! {init, ok},
            loop(State#{starting := [Pid | map_get(starting, State)]});
        {sonde_shell, started} when is_map_key(starting, State) ->
            [Pid ! {init, started} || Pid <- map_get(starting, State)],
            loop(maps:remove(starting, State));
        {sonde_erl, evaluated} -> loop(maps:remove(evaluating, State));
        {From, Request} when is_pid(From) ->
            From ! {init, answer(Request, State)},
            loop(State);
        {sonde_break, Key} -> loop(break_chosen(Key, State));
        {sonde_signal, Signal} ->
            spawn(fun() -> signal(Signal) end),
            loop(State);
        {'EXIT', _, _} -> loop(State);
        _ -> loop(State)
    end.

%% What OTP's erl_signal_handler does.
signal(sigterm) ->
    error_logger:info_msg("SIGTERM received - shutting down~n"),
    init:stop();
signal(sigusr1) -> erlang:halt("Received SIGUSR1");
signal(sigquit) -> erlang:halt();
signal(sigusr2) -> sonde_recorder:signalled();
signal(_) -> ok.

break_chosen(Key, #{break := Pid} = State) ->
    case is_process_alive(Pid) of
        true ->
            Pid ! {sonde_break, Key},
            State;
        false -> break_chosen(Key, maps:remove(break, State))
    end;
break_chosen(Key, State) -> State#{break => sonde_break:start(Key)}.

%% As init:stop/0,1 in OTP: applications end in order, kernel with its supervisors last, so that files are closed and terminate
%% functions are called; then the machine ends.
stop(Status, State) ->
    {Pid, Monitor} = case State of
                         #{stopper := Stopper} -> {Stopper, monitor(process, Stopper)};
                         _ -> spawn_monitor(fun wait_for_stop/0)
                     end,
    Pid ! {sonde_boot, stop},
    State#{stopping => Monitor, status => Status}.

%% Done by the process that has started the application controller: a new one would be in the trace of the program.
wait_for_stop() ->
    process_flag(trap_exit, true),
    wait_for_stop(fun() -> ok end, fun() -> ok end).

wait_for_stop(First, Last) ->
    receive
        {sonde_boot, around_stop, NewFirst, NewLast} -> wait_for_stop(NewFirst, NewLast);
        {sonde_boot, stop} ->
            catch First(),
            shut_down(application_controller),
            catch Last();
        _ -> wait_for_stop(First, Last)
    end.

%% What is done when init:stop/0 begins, and when the applications have ended, by the machine's own process.
around_stop(First, Last) -> init ! {sonde_boot, around_stop, First, Last}.

%% The message is the one that a server receives when its parent ends.
shut_down(Name) ->
    Pid = whereis(Name),
    case is_pid(Pid) andalso process_info(Pid, dictionary) of
        {dictionary, Dictionary} ->
            Monitor = monitor(process, Pid),
            Parent = case proplists:get_value('$ancestors', Dictionary, []) of
                         [Ancestor | _] when is_atom(Ancestor) -> whereis(Ancestor);
                         [Ancestor | _] -> Ancestor;
                         [] -> self()
                     end,
            Pid ! {'EXIT', Parent, shutdown},
            receive {'DOWN', Monitor, process, Pid, _} -> ok end;
        _ -> ok
    end.

status(Status) when is_integer(Status) -> Status;
status(_) -> 0.

finish(Status, #{endings := [End | Rest]} = State) ->
    Monitor = monitor(process, End(Status)),
    loop(State#{endings := Rest, monitor := Monitor, main := sonde_trace, status => Status});
finish(_, #{trace := none, restarts := true}) -> sonde_native:halt_through(restart);
finish(Status, #{trace := none}) -> erlang:halt(Status, [{flush, true}]);
finish(Status, State) ->
    %% The tracer may load modules while it prints the rest, and then OTP's code module sends requests to this process: so the loop goes on.
    Monitor = monitor(process, sonde_trace),
    %% Fails where there is no tracer: the program could not be loaded.
    catch sonde_trace ! {stop, self()},
    loop(State#{trace := none, monitor := Monitor, main := sonde_trace, status => Status}).

%% Flags of a program, as [{Name, [Value]}], for init:get_argument/1.
set_flags(Flags) ->
    init ! {self(), {set_flags, Flags}},
    receive {init, ok} -> ok end.

%% The arguments of the program, as init:get_plain_arguments/0 has them, where they are not all words of the command line.
set_arguments(Plain) ->
    init ! {self(), {set_arguments, Plain}},
    receive {init, ok} -> ok end.

%% All words of the command line that are not this machine's options.
words() ->
    init ! {self(), words},
    receive {init, Words} -> Words end.

%% The application controller. It ends when a permanent application has ended, and then the node ends, too.
kernel_process(Pid) ->
    init ! {self(), {kernel_process, Pid}},
    receive {init, ok} -> ok end.

%% The words of OTP's init. Another process halts the machine, because a traced program ends through this one (halt_through).
end_with_kernel(Reason) ->
    spawn(fun() -> erlang:halt(lists:flatten(io_lib:format("Kernel pid terminated (application_controller) (~tp)", [Reason]))) end).

%% The requests of OTP's init module.
answer({get_argument, Flag}, State) ->
    case [Values || {Name, Values} <- maps:get(flags, State, []), Name =:= Flag] of
        [] -> sonde_argument(Flag);
        All -> {ok, All}
    end;
answer(get_arguments, State) ->
    Flags = maps:get(flags, State, []),
    [{Flag, Value} || Flag <- [root, bindir, progname, home], not lists:keymember(Flag, 1, Flags), {ok, [Value]} <- [sonde_argument(Flag)]] ++ Flags;
answer(get_plain_arguments, #{arguments := Arguments}) -> Arguments;
answer(words, #{words := Words}) -> Words;
answer(get_status, State) ->
    Status = fun(Key) -> case is_map_key(Key, State) of true -> starting; false -> started end end,
    {Status(evaluating), Status(starting)};
answer(script_id, _) -> {"Erlang/OTP", erlang:system_info(otp_release)};
answer({is_module_loaded, Module}, _) -> erlang:module_loaded(Module);
answer(fetch_loaded, _) -> [];
answer({ensure_loaded, Module}, _) ->
    %% While the machine ends there may be no code server any more.
    try code:ensure_loaded(Module)
    catch error:badarg -> {error, terminating}
    end;
answer({get_configfd, _}, _) -> none;
answer({set_configfd, _, _}, _) -> ok;
answer({notify_when_started, _}, _) -> started;
answer(_, _) -> error.

sonde_argument(home) ->
    case os:getenv("HOME") of
        false -> error;
        Home -> {ok, [[Home]]}
    end;
sonde_argument(root) -> {ok, [[code:root_dir()]]};
sonde_argument(bindir) ->
    case os:getenv("BINDIR") of
        false -> error;
        Folder -> {ok, [[Folder]]}
    end;
%% Programs ask for it to start a node with the arguments of erl.
sonde_argument(progname) -> {ok, [["erl"]]};
sonde_argument(_) -> error.
