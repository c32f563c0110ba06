%% OTP's application controller with the applications kernel and stdlib running. The application kernel is OTP's in all but its
%% processes: those that programs need run already (sonde_boot), or start when they are asked for (sonde_code).
-module(sonde_applications).
-behaviour(application).
-behaviour(supervisor).

-export([make_table/1, start/0, start/2, stop/1, init/1]).

%% Makes the table that application:get_env/2 reads, for those that start before the controller. It holds `Environment` of
%% kernel, as [{Key, Value}], which is what the start of OTP's kernel would add.
make_table(Environment) ->
    ets:new(ac_tab, [set, public, named_table, {read_concurrency, true}]),
    ets:insert(ac_tab, [{{env, kernel, Key}, Value} || {Key, Value} <- Environment]).

%% Starts the controller. -> pid(): its parent. Before the program runs, because for a moment there is no table.
start() ->
    Starter = self(),
    Pid = spawn_link(fun() ->
        group_leader(whereis(user), self()),
        start_controller(),
        Starter ! {self(), ready},
        receive after infinity -> ok end
    end),
    receive {Pid, ready} -> Pid end.

start_controller() ->
    Descriptions = booted(),
    {application, kernel, Kernel} = description(kernel, Descriptions),
    %% The controller makes a table of its own by this name; what is in ours goes into it.
    Environment = ets:tab2list(ac_tab),
    Ours = lists:keystore(mod, 1, lists:keydelete(start_phases, 1, Kernel), {mod, {?MODULE, []}}),
    ets:delete(ac_tab),
    {ok, _} = application_controller:start({application, kernel, Ours}),
    %% One by one: of a list nothing is inserted where one key is there, by a flag.
    [ets:insert_new(ac_tab, Entry) || Entry <- Environment],
    ok = application:load(description(stdlib, Descriptions)),
    ok = application:start_boot(kernel, permanent),
    ok = application:start_boot(stdlib, permanent).

description(Name, Descriptions) ->
    case lists:keyfind(Name, 2, Descriptions) of
        false ->
            {ok, [Description]} = file:consult(filename:join([code:lib_dir(Name), "ebin", atom_to_list(Name) ++ ".app"])),
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

%% The application kernel's own process: nothing is below it.
start(_, []) -> supervisor:start_link(?MODULE, []).

stop(_) -> ok.

init([]) -> {ok, {#{strategy => one_for_one}, []}}.
