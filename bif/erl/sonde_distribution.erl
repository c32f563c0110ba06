%% What the application kernel adds for a node that others can reach: the servers of OTP that make it one, and the name server of the
%% computer, epmd. Which node it is to be stands in flags, as under erl: -sname, -name, -setcookie, -hidden and others, which
%% `sonde run --sname` and the like make.
-module(sonde_distribution).

-export([is_wanted/0, environment/0, children/0, start_inet_db/0]).

is_wanted() -> init:get_argument(sname) =/= error orelse init:get_argument(name) =/= error.

%% Variables of the application kernel: the address to listen on, where one is chosen.
environment() ->
    case init:get_argument(sonde_listen) of
        {ok, [[Text] | _]} ->
            {ok, Address} = inet:parse_address(Text),
            [{inet_dist_use_interface, Address}];
        error -> []
    end.

%% The children of kernel_sup, in OTP's order; [] without distribution.
children() ->
    case is_wanted() of
        false -> [];
        true ->
            start_epmd(),
            %% This one starts with its module (sonde_code), which would be in the middle of the start of another one.
            {module, gen_event} = code:ensure_loaded(gen_event),
            [child(inet_db, {?MODULE, start_inet_db, []}, worker),
             child(rex, {rpc, start_link, []}, worker),
             child(global_name_server, {global, start_link, []}, worker),
             child(net_sup, {erl_distribution, start_link, []}, supervisor),
             child(global_group, {global_group, start_link, []}, worker)]
    end.

child(Id, {Module, _, _} = Start, Type) ->
    Shutdown = if Type =:= worker -> 2000; true -> infinity end,
    #{id => Id, start => Start, restart => permanent, shutdown => Shutdown, type => Type, modules => [Module]}.

start_inet_db() ->
    {ok, Pid} = inet_db:start_link(),
    {ok, Name} = inet:gethostname(),
    ok = inet_db:set_hostname(Name),
    {ok, Pid}.

%% As erl does before the emulator starts. One that runs already ends the new one at once.
start_epmd() ->
    Without = init:get_argument(no_epmd) =/= error orelse init:get_argument(start_epmd) =:= {ok, [["false"]]},
    Without orelse lists:any(fun start_epmd/1, folders()),
    ok.

%% That of the libraries first, as under erl; another one where it does not run on this computer. Without os:find_executable/1, which asks
%% the file server: that starts later.
folders() ->
    [Folder || {ok, [[Folder]]} <- [init:get_argument(bindir)]] ++ string:lexemes(os:getenv("PATH", ""), ":").

%% Whether it runs now.
start_epmd(Folder) ->
    Epmd = filename:join(Folder, "epmd"),
    try open_port({spawn_executable, Epmd}, [{args, ["-daemon" | address()]}, exit_status, stderr_to_stdout]) of
        Port -> wait(Port) =:= 0
    catch
        error:_ -> false
    end.

%% Where the node listens on one address only, so does an epmd that is started for it.
address() ->
    case init:get_argument(sonde_listen) of
        {ok, [[Text] | _]} -> ["-address", Text];
        error -> []
    end.

wait(Port) ->
    receive
        {Port, {exit_status, Status}} -> Status;
        {Port, {data, _}} -> wait(Port)
    end.
