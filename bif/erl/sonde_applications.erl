%% OTP's application controller with the applications kernel and stdlib running. The application kernel is OTP's in all but its
%% processes: of these there are the ones that any program may need, in OTP's order; others start when they are asked for (sonde_code).
-module(sonde_applications).
-behaviour(application).
-behaviour(supervisor).

-export([start/0, start/2, stop/1, init/1]).

%% Starts the controller, and OTP's loader of code, which archives, code:ensure_modules_loaded/1 and atomic_load/1 go through.
%% -> ok, when kernel and stdlib run. Not linked to the program's process; the machine ends when the controller does.
start() ->
    Starter = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        group_leader(whereis(user), self()),
        {ok, _} = erl_prim_loader:start(),
        start_controller(),
        Starter ! {self(), ready},
        sonde_boot:wait_for_stop()
    end),
    receive
        {Pid, ready} -> demonitor(Monitor, [flush]), ok;
        {'DOWN', Monitor, process, Pid, Reason} -> exit(Reason)
    end.

start_controller() ->
    Descriptions = booted(),
    {application, kernel, Kernel} = description(kernel, Descriptions),
    Ours = lists:keystore(mod, 1, lists:keydelete(start_phases, 1, Kernel), {mod, {?MODULE, []}}),
    Controller = controller(application_controller:start({application, kernel, Ours})),
    ok = sonde_boot:kernel_process(Controller),
    %% What the start of OTP's kernel adds. One by one: of a list nothing is inserted where one key is there, by a flag.
    [ets:insert_new(ac_tab, {{env, kernel, Key}, Value}) || {Key, Value} <- environment()],
    ok = application:load(description(stdlib, Descriptions)),
    ok = application:start_boot(kernel, permanent),
    ok = application:start_boot(stdlib, permanent).

%% It reads the files of -config. The words are those of OTP's init.
controller({ok, Pid}) -> Pid;
controller(Why) -> halt(lists:flatten(io_lib:format("Could not start kernel pid (application_controller) (~tp)", [Why]))).

%% The default handler of the logger, and what `global` notes.
environment() ->
    Handler = #{
        config => #{type => standard_io},
        formatter => {logger_formatter, #{legacy_header => true, single_line => false}}
    },
    sonde_distribution:environment() ++ [{connect_all, connects_all()}, {logger, [{handler, default, logger_std_h, Handler}]}].

%% As global has it.
connects_all() ->
    case init:get_argument(connect_all) of
        {ok, [["false" | _] | _]} -> false;
        _ -> true
    end.

description(Name, Descriptions) ->
    case lists:keyfind(Name, 2, Descriptions) of
        false ->
            {ok, Text} = sonde_native:get_file(filename:join([code:lib_dir(Name), "ebin", atom_to_list(Name) ++ ".app"])),
            {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text)),
            {ok, Description} = erl_parse:parse_term(Tokens),
            Description;
        Description -> Description
    end.

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

%% The application kernel. Reports of errors go to its logger from now on: those before are printed as they are.
start(_, []) ->
    %% Of the application too, as under erl, though they run since before it.
    lead_older(group_leader()),
    {ok, Pid} = supervisor:start_link({local, kernel_sup}, ?MODULE, []),
    ok = logger:add_handlers(kernel),
    %% Since release 27.
    erlang:function_exported(os, internal_init_cmd_shell, 0) andalso os:internal_init_cmd_shell(),
    {ok, Pid, []}.

%% Its master ends all processes that it leads. Code is loaded and lines are printed until the machine ends.
stop(_) -> lead_older(whereis(init)).

lead_older(Leader) ->
    [group_leader(Leader, Pid) || Name <- [code_server, user, standard_error], Pid <- [whereis(Name)], is_pid(Pid)],
    ok.

%% As under erl, a machine one of whose servers ends goes down: what it held for others is lost.
init(safe) -> {ok, {#{intensity => 4, period => 3600}, []}};
init(servers) -> {ok, {#{strategy => one_for_all, intensity => 0, period => 1}, []}};
init([]) ->
    {ok, {#{strategy => one_for_all, intensity => 0, period => 1}, sonde_distribution:children() ++ [
        %% For servers that start when they are needed (sonde_code).
        child(sonde_servers, {supervisor, start_link, [{local, sonde_servers}, ?MODULE, servers]}, supervisor, [?MODULE]),
        child(file_server_2, {file_server, start_link, []}, worker, [file, file_server, file_io_server, prim_file]),
        child(kernel_safe_sup, {supervisor, start_link, [{local, kernel_safe_sup}, ?MODULE, safe]}, supervisor, [kernel]),
        child(logger_sup, {logger_sup, start_link, []}, supervisor, [logger_sup])
    ]}}.

child(Id, Start, Type, Modules) ->
    Shutdown = if Type =:= worker -> 2000; true -> infinity end,
    #{id => Id, start => Start, restart => permanent, shutdown => Shutdown, type => Type, modules => Modules}.
