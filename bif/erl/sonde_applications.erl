%% OTP's application controller, started when somebody first asks it something: most programs that people watch here never do.
%% Until then this process has its name; the first message starts the real one, with the applications kernel and stdlib
%% running, and goes to it, as do all others that were sent to this process. What OTP's `application` reads without asking is in
%% the controller's table from the start: it is made here.
%% The application kernel is OTP's in all but its processes: those that programs need run already (sonde_boot).
-module(sonde_applications).
-behaviour(application).
-behaviour(supervisor).

-export([make_table/1, set_arguments/1, start/0, start/2, stop/1, init/1]).

%% Makes the table of the controller as it is under erl once kernel and stdlib run: what they are and their environment,
%% which gets `More` besides, as [{Key, Value}] of kernel. Before any other function of this module.
make_table(More) ->
    ac_tab = ets:new(ac_tab, [set, public, named_table, {read_concurrency, true}]),
    [tell_loaded(Application) || Application <- booted()],
    set_environment(kernel, More).

set_environment(Application, Pairs) ->
    ets:insert(ac_tab, [{{env, Application, Key}, Value} || {Key, Value} <- Pairs]).

tell_loaded({application, Name, Keys}) ->
    set_environment(Name, proplists:get_value(env, Keys, [])),
    Vsn = proplists:get_value(vsn, Keys),
    Applications = proplists:get_value(applications, Keys, []),
    %% OTP's record, whose fields are not the same in all releases: the one that OTP's own reader understands.
    lists:any(fun(Record) ->
        ets:insert(ac_tab, {{loaded, Name}, Record}),
        try application_controller:get_key(Name, vsn) =:= {ok, Vsn} andalso
                application_controller:get_key(Name, applications) =:= {ok, Applications}
        catch error:_ -> false
        end
    end, records(Name, Keys)) orelse ets:delete(ac_tab, {loaded, Name}).

records(Name, Keys) ->
    Get = fun(Key, Default) -> proplists:get_value(Key, Keys, Default) end,
    Parts = {appl_data, Name, Get(registered, []), Get(start_phases, undefined), Get(mod, []), Get(modules, []),
             Get(maxP, infinity), Get(maxT, infinity)},
    Start = [appl, Name, Parts, Get(description, ""), Get(id, ""), Get(vsn, "")],
    End = [Get(included_applications, []), Get(optional_applications, []), Get(applications, [])],
    [list_to_tuple(Start ++ End), list_to_tuple(Start ++ [undefined] ++ End)].

%% [{application, Name, Keys}] of kernel and stdlib: parsed already in the file from which erl starts.
booted() ->
    Root = sonde_native:otp_root(),
    case sonde_native:get_file(<<Root/binary, "/bin/start_clean.boot">>) of
        {ok, Boot} ->
            {script, _, Steps} = binary_to_term(Boot),
            [Description || Step <- Steps, Description <- described(Step)];
        {error, _} -> []
    end.

described({kernelProcess, _, {application_controller, start, [Description]}}) -> [Description];
described({apply, {application, load, [Description]}}) -> [Description];
described(_) -> [].

%% What flags of the command line say about the environment of kernel and stdlib, as erl's `-kernel Key Value`. Those of other
%% applications are read when these are loaded.
set_arguments(Flags) ->
    [set_environment(Name, terms(Arguments)) || {Name, Arguments} <- Flags, Name =:= kernel orelse Name =:= stdlib],
    case [Level || {kernel, Arguments} <- Flags, {logger_level, Level} <- terms(Arguments)] of
        [] -> ok;
        Levels -> logger:set_primary_config(level, lists:last(Levels))
    end.

terms([Key, Value | Rest]) -> [{term(Key), term(Value)} | terms(Rest)];
terms(_) -> [].

term(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    {ok, Term} = erl_parse:parse_term(Tokens),
    Term.

%% Takes the name. -> pid().
start() ->
    Starter = self(),
    Pid = spawn_link(fun() ->
        true = register(application_controller, self()),
        Starter ! {self(), ready},
        receive
            %% Nobody asked, and the machine ends (sonde_boot).
            {'EXIT', _, Reason} -> exit(Reason);
            First ->
                Controller = start_controller(),
                Controller ! First,
                forward(Controller)
        end
    end),
    receive {Pid, ready} -> Pid end.

forward(Controller) ->
    receive Message -> Controller ! Message end,
    forward(Controller).

start_controller() ->
    group_leader(whereis(user), self()),
    {application, kernel, Kernel} = description(kernel),
    %% The controller makes a table of its own by this name; what was set in ours goes into it.
    Environment = ets:select(ac_tab, [{{{env, '_', '_'}, '_'}, [], ['$_']}]),
    Ours = lists:keystore(mod, 1, lists:keydelete(start_phases, 1, Kernel), {mod, {?MODULE, []}}),
    unregister(application_controller),
    ets:delete(ac_tab),
    {ok, Controller} = application_controller:start({application, kernel, Ours}),
    ets:insert(ac_tab, Environment),
    ok = application:load(description(stdlib)),
    silently(fun() ->
        ok = application:start_boot(kernel, permanent),
        ok = application:start_boot(stdlib, permanent)
    end),
    Controller.

%% Without the reports of progress that a program which wants such reports never sees under erl: there it starts later.
silently(Start) ->
    Before = logger:get_module_level(application_controller),
    logger:set_module_level(application_controller, notice),
    Start(),
    case Before of
        [{_, Level}] -> logger:set_module_level(application_controller, Level);
        [] -> logger:unset_module_level(application_controller)
    end.

description(Name) ->
    case lists:keyfind(Name, 2, booted()) of
        false ->
            {ok, [Description]} = file:consult(filename:join([code:lib_dir(Name), "ebin", atom_to_list(Name) ++ ".app"])),
            Description;
        Description -> Description
    end.

%% The application kernel's own process: nothing is below it.
start(_, []) -> supervisor:start_link(?MODULE, []).

stop(_) -> ok.

init([]) -> {ok, {#{strategy => one_for_one}, []}}.
