%% OTP's application controller, started when somebody first asks it something: most programs that people watch here never do.
%% Until then this process has its name; the first message starts the real one, with the applications kernel and stdlib
%% running, and goes to it, as do all others that were sent to this process.
%% The application kernel is OTP's in all but its processes: those that programs need run already (sonde_boot).
-module(sonde_applications).
-behaviour(application).
-behaviour(supervisor).

-export([start/0, start/2, stop/1, init/1]).

%% Takes the name. -> pid().
start() ->
    Starter = self(),
    Pid = spawn_link(fun() ->
        true = register(application_controller, self()),
        Starter ! {self(), ready},
        receive First ->
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
    Environment = ets:tab2list(ac_tab),
    Ours = lists:keystore(mod, 1, lists:keydelete(start_phases, 1, Kernel), {mod, {?MODULE, []}}),
    unregister(application_controller),
    ets:delete(ac_tab),
    {ok, Controller} = application_controller:start({application, kernel, Ours}),
    ets:insert(ac_tab, Environment),
    ok = application:load(description(stdlib)),
    ok = application:start_boot(kernel, permanent),
    ok = application:start_boot(stdlib, permanent),
    Controller.

description(Name) ->
    {ok, [Description]} = file:consult(filename:join([code:lib_dir(Name), "ebin", atom_to_list(Name) ++ ".app"])),
    Description.

%% The application kernel's own process: nothing is below it.
start(_, []) -> supervisor:start_link(?MODULE, []).

stop(_) -> ok.

init([]) -> {ok, {#{strategy => one_for_one}, []}}.
