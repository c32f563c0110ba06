%% The code server: the process behind OTP's own `code` module, which sends it {code_call, Pid, Request}. Natives find and read the
%% files (one search over all folders) and prepare and commit the code, so hot loading, old code and purging are the machine's.
%% The modules that this one calls are loaded before it starts (tools/preload.cpp); otherwise it would have to call itself.
%% Why not OTP's code_server: it lists all library folders at start, through a loader process and a file driver; here the
%% machine knows its code path. Requests that change the path or ask about modules are answered as OTP answers them.
-module(sonde_code).

-export([start/0, init/1, load_prepared/3]).

%% `loaded`: the table of modules and their files, with {{sticky, Module}, true} for each sticky module after the first question about
%% one.
-record(state, {loaded, on_load = []}).
%% A version whose on_load function runs: the process that asked for it, the process that runs it, and the requests since then, the
%% last one first.
-record(on_load, {module, file, from, pid, watch, waiting = []}).

start() ->
    Pid = spawn_link(?MODULE, init, [self()]),
    receive {Pid, ready} -> Pid end.

%% Loads what erts_internal:prepare_loading/2 or the command line has prepared from `File`. -> {module, Module} | {error, Reason}.
load_prepared(Module, File, Prepared) ->
    code_server ! {code_call, self(), {load_module, Prepared, Module, File, false, false}},
    receive {code_server, Reply} -> Reply end.

init(Starter) ->
    true = register(code_server, self()),
    process_flag(trap_exit, true),
    %% The file of each module. Since release 26 OTP's code reads the table directly, and finds its mode in this persistent term.
    sonde_native:set_code_path([Folder || Folder <- sonde_native:code_path(), is_usable(Folder)]),
    Loaded = ets:new(code_server, [named_table, protected]),
    erlang:function_exported(code_server, get_mode, 0) andalso persistent_term:put(code_server, interactive),
    ets:insert(Loaded, preloaded()),
    %% The module `code` of these releases looks up sticky modules in the table without asking this process.
    erlang:function_exported(code_server, is_sticky, 1) andalso know_sticky(Loaded),
    Starter ! {self(), ready},
    loop(#state{loaded = Loaded}).

%% Modules that are preloaded under erl are reported as preloaded, though many of them are loaded at the first call here; the others have
%% their files.
preloaded() ->
    Preloaded = erlang:pre_loaded(),
    [{Module, preloaded} || Module <- Preloaded] ++
        [{Module, unicode:characters_to_list(File)}
         || {Module, File} <- sonde_native:preloaded_files(), not lists:member(Module, Preloaded)].

loop(State) ->
    receive
        {code_call, From, Request} ->
            purge_before(Request),
            loop(take(From, Request, State));
        {'DOWN', Watch, process, _, Result} -> loop(on_load_ended(Watch, Result, State));
        _ -> loop(State)
    end.

%% Some requests purge old code before they load.
purge_before({load_binary, Module, _, _}) when is_atom(Module) -> erlang:module_loaded(Module) andalso purge(Module);
purge_before({load_module, _, Module, _, true, _}) -> erlang:module_loaded(Module) andalso purge(Module);
purge_before(_) -> false.

%% A request to load a module whose on_load function runs waits until that has ended.
take(From, Request, #state{on_load = Running} = State) ->
    case lists:keyfind(module_to_load(Request), #on_load.module, Running) of
        #on_load{pid = From} ->
            From ! {code_server, {error, deadlock}},
            State;
        #on_load{module = Module, waiting = Waiting} = Run ->
            Longer = Run#on_load{waiting = [{From, Request} | Waiting]},
            State#state{on_load = lists:keyreplace(Module, #on_load.module, Running, Longer)};
        false ->
            answer(From, Request, State)
    end.

answer(From, Request, State) ->
    Reply =
        try request(Request, State#state.loaded)
        catch _:Reason -> {error, Reason}
        end,
    case Reply of
        {later, Module, File} -> start_on_load(From, Module, File, State);
        {pending, Prepared, EnsureLoaded} ->
            From ! {code_server, finish_loading(Prepared, EnsureLoaded, State)},
            State;
        {elsewhere, Fun} ->
            spawn(fun() -> From ! {code_server, Fun()} end),
            State;
        {search_archives, Module, Folders} ->
            search_archives(From, Module, Folders),
            State;
        {module, Module} ->
            % These two load the module because they start the server.
            IsStarting = lists:member(From, [whereis(kernel_sup), whereis(sonde_servers)]),
            case servers_of(Module) of
                [_ | _] = Servers when not IsStarting -> start_servers(Servers, fun() -> From ! {code_server, Reply} end);
                _ -> From ! {code_server, Reply}
            end,
            State;
        _ ->
            From ! {code_server, Reply},
            State
    end.

%% Some libraries have a server that the application kernel starts under erl. Here it starts when its module has been loaded, before
%% the caller of the module continues: few programs need one, and each would make the machine's start longer. A machine that becomes a
%% node later (net_kernel:start/2 calls erl_distribution) needs those with which a node starts, in OTP's order.
servers_of(global) -> not_running([global_name_server]);
servers_of(rpc) -> not_running([rex]);
servers_of(inet_db) -> not_running([inet_db]);
servers_of(gen_event) -> not_running([erl_signal_server]);
servers_of(socket) -> not_running([socket_registry]);
servers_of(erl_distribution) -> not_running([inet_db, rex, global_name_server, global_group]);
servers_of(_) -> [].

not_running(Names) -> [Name || Name <- Names, whereis(Name) =:= undefined].

start_of(global_name_server) -> {global, start_link, []};
start_of(rex) -> {rpc, start_link, []};
%% It receives the signals that programs may handle.
start_of(erl_signal_server) -> {gen_event, start_link, [{local, erl_signal_server}]};
start_of(Name) -> {Name, start_link, []}.

%% Under a supervisor that starts nothing else: kernel_sup may be waiting for a child that loads code.
start_servers(Names, Then) ->
    spawn(fun() ->
        %% Undefined: the module was loaded while the machine starts.
        whereis(sonde_servers) =/= undefined andalso
            begin
                {_, Monitor} = spawn_monitor(fun() -> [start_server(Name) || Name <- Names] end),
                receive {'DOWN', Monitor, process, _, _} -> ok after wait_of(Names) -> ok end
            end,
        Then()
    end).

%% It is nobody's child, as under erl.
start_server(socket_registry) -> sonde_internals:start_sockets();
start_server(Name) ->
    {Module, _, _} = Start = start_of(Name),
    Modules = if Module =:= gen_event -> dynamic; true -> [Module] end,
    supervisor:start_child(supervisor_of(Name), #{id => Name, start => Start, shutdown => 2000, modules => Modules}),
    started(Name).

%% Programs find this one below kernel_sup, as under erl. No function of its module needs it, so a load that kernel_sup itself waits for
%% need not wait until kernel_sup has started it.
supervisor_of(erl_signal_server) -> kernel_sup;
supervisor_of(_) -> sonde_servers.

wait_of([erl_signal_server]) -> 1000;
wait_of(_) -> infinity.

%% What is done after the start of a server. OTP's inet_config asks a socket for the computer's name, and without one it assumes a
%% computer without a network.
started(erl_signal_server) -> erl_signal_handler:start();
started(inet_db) ->
    {ok, Name} = inet:gethostname(),
    ok = inet_db:set_hostname(Name),
    ok = inet_db:set_domain(""),
    inet_db:del_search("nodomain");
started(_) -> ok.

%% The module that a request would load; [] where it loads none.
module_to_load({Ensure, Module}) when Ensure =:= ensure_loaded; Ensure =:= get_object_code_for_loading ->
    case is_atom(Module) andalso not erlang:module_loaded(Module) of
        true -> Module;
        false -> []
    end;
module_to_load({load_found, Module, _}) -> Module;
module_to_load({load_file, Module}) -> Module;
module_to_load({load_module, _, Module, _, _, _}) -> Module;
module_to_load({load_abs, _, Module}) -> Module;
module_to_load({load_binary, Module, _, _}) -> Module;
module_to_load(_) -> [].

%% The module of an escript may be one that is to be traced. Since release 26 the process that loads it prepares its code.
before_load(Module, File) -> erlang:module_loaded(sonde_script) andalso sonde_script:loading(Module, File).

request({ensure_loaded, Module}, Loaded) when is_atom(Module) -> ensure_loaded(Module, Loaded);
%% Since release 26 the caller prepares the code itself, unless the answer is that the module is loaded: so it is loaded here.
request({get_object_code_for_loading, Module}, Loaded) when is_atom(Module) -> ensure_loaded(Module, Loaded);
request({load_found, _, error}, _) -> {error, nofile};
request({load_found, Module, {Code, File}}, Loaded) ->
    case erlang:module_loaded(Module) of
        true -> {module, Module};
        false -> load(Module, Code, File, Loaded)
    end;
request({load_file, Module}, Loaded) when is_atom(Module) ->
    unless_sticky(Module, Loaded, fun() -> load_from_path(Module, Loaded) end);
request({load_module, Prepared, Module, File, _Purge, EnsureLoaded}, Loaded) ->
    case EnsureLoaded andalso erlang:module_loaded(Module) of
        true -> {module, Module};
        false ->
            unless_sticky(Module, Loaded, fun() ->
                before_load(Module, File),
                finish(Module, Prepared, File, Loaded)
            end)
    end;
request({load_abs, File, Module}, Loaded) -> load_absolute(File, Module, Loaded);
request({load_binary, Module, File, Code}, Loaded) when is_atom(Module), is_binary(Code) ->
    unless_sticky(Module, Loaded, fun() ->
        before_load(Module, File),
        load(Module, Code, File, Loaded)
    end);
request({load_native_partial, _, _}, _) -> {error, nofile};
request({get_object_code, Module}, _) ->
    case sonde_native:find_module(Module) of
        {ok, File, Code} -> {Module, Code, absolute(File)};
        {error, _} -> error
    end;
request({is_loaded, Module}, Loaded) ->
    case ets:lookup(Loaded, Module) of
        [{_, File}] -> {file, File};
        [] -> false
    end;
request(all_loaded, Loaded) -> ets:select(Loaded, [{{'$1', '_'}, [{is_atom, '$1'}], ['$_']}]);
request({delete, Module}, Loaded) ->
    case catch erlang:delete_module(Module) of
        true -> ets:delete(Loaded, Module), true;
        _ -> false
    end;
request({purge, Module}, _) -> purge(Module);
request({soft_purge, Module}, _) -> erts_code_purger:soft_purge(Module);
request(get_path, _) -> [unicode:characters_to_list(D, unicode) || D <- sonde_native:code_path()];
request({set_path, Path}, _) -> set_path(Path);
request({set_path, Path, _Cache}, _) -> set_path(Path);
request(clear_cache, _) -> ok;
request({add_path, Where, Folder}, _) -> add_one_path(Where, Folder);
request({add_path, Where, Folder, _Cache}, _) -> add_one_path(Where, Folder);
request({add_paths, Where, Folders}, _) -> add_paths(Where, Folders);
request({add_paths, Where, Folders, _Cache}, _) -> add_paths(Where, Folders);
request({del_path, Folder}, _) -> del_path(Folder);
request({del_paths, Folders}, _) -> lists:foreach(fun del_path/1, Folders);
request({replace_path, Name, Folder}, _) -> replace_path(Name, Folder);
request({replace_path, Name, Folder, _Cache}, _) -> replace_path(Name, Folder);
request({dir, root_dir}, _) -> root();
request({dir, compiler_dir}, _) -> lib_dir(compiler);
request({dir, {lib_dir, Name}}, _) -> lib_dir(Name);
request({dir, {lib_dir, Name, Folder}}, _) -> lib_dir(Name, atom_to_list(Folder));
request({dir, lib_dir}, _) -> filename:join(root(), "lib");
request({dir, {priv_dir, Name}}, _) -> lib_dir(Name, "priv");
request({is_sticky, Module}, Loaded) -> is_sticky(Module, Loaded);
request({stick_dir, Folder}, Loaded) -> stick_folder(Folder, true, Loaded);
request({unstick_dir, Folder}, Loaded) -> stick_folder(Folder, false, Loaded);
request({stick_mod, Module}, Loaded) -> stick(Module, true, Loaded);
request({unstick_mod, Module}, Loaded) -> stick(Module, false, Loaded);
request({finish_loading, Prepared, EnsureLoaded}, _) -> {pending, Prepared, EnsureLoaded};
request({set_primary_archive, File, Archive, Info, Parser}, _) ->
    put(primary_archive, File),
    %% In another process, because the loader may need modules for it, as for archives in the path (search_archives/3).
    {elsewhere, fun() ->
        case erl_prim_loader:set_primary_archive(File, Archive, Info, Parser) of
            {ok, Files} -> {ok, interactive, Files};
            {error, _} = Error -> Error
        end
    end};
request(get_mode, _) -> interactive;
request(_, _) -> {error, badarg}.

ensure_loaded(Module, Loaded) ->
    case erlang:module_loaded(Module) of
        true -> {module, Module};
        false ->
            Known = ets:lookup(Loaded, Module),
            Reply = load_from_path(Module, Loaded),
            Known =:= [{Module, preloaded}] andalso ets:insert(Loaded, Known),
            Reply
    end.

load_from_path(Module, Loaded) ->
    case sonde_native:find_module(Module) of
        {ok, File, Code} -> load(Module, Code, absolute(File), Loaded);
        {error, _} ->
            case [D || D <- sonde_native:code_path(), not sonde_native:is_folder(D)] of
                [_ | _] = Folders when Module =/= erl_prim_loader -> {search_archives, Module, Folders};
                _ -> {error, nofile}
            end
    end.

%% Folders inside of archives (lib.ez/lib/ebin, an escript's own) are read by OTP's loader process. It may need modules for that,
%% which this process loads: so another process waits for the answer.
search_archives(From, Module, Folders) ->
    Server = self(),
    spawn(fun() -> Server ! {code_call, From, {load_found, Module, search_archives(Module, Folders)}} end).

search_archives(Module, [Folder | Rest]) ->
    case erl_prim_loader:get_file(unicode:characters_to_list(Folder, unicode) ++ "/" ++ atom_to_list(Module) ++ ".beam") of
        {ok, Code, File} -> {Code, File};
        error -> search_archives(Module, Rest)
    end;
search_archives(_, []) -> error.

load_absolute(File, Module, Loaded) ->
    Name = absolute([File, ".beam"]),
    case sonde_native:get_file(unicode:characters_to_binary(Name)) of
        {ok, Code} -> unless_sticky(Module, Loaded, fun() -> load(Module, Code, Name, Loaded) end);
        {error, _} -> {error, nofile}
    end.

%% As a string; a folder of the path may be relative.
absolute(File) ->
    case unicode:characters_to_list(File, unicode) of
        "/" ++ _ = Name -> Name;
        Name ->
            {ok, Here} = prim_file:get_cwd_nif(),
            filename:join(unicode:characters_to_list(Here), without_dot(Name))
    end.

without_dot("./" ++ Name) -> without_dot(Name);
without_dot(Name) -> Name.

load(Module, Code, File, Loaded) ->
    %% The native uncompresses the file. OTP's function around it calls zlib, which this process could not load.
    case erts_internal:prepare_loading(Module, Code) of
        {error, _} = Error -> Error;
        Prepared -> finish(Module, Prepared, File, Loaded)
    end.

finish(Module, Prepared, File, Loaded) ->
    case erlang:finish_loading([Prepared]) of
        ok ->
            ets:insert(Loaded, {Module, File}),
            {module, Module};
        {on_load, _} ->
            {later, Module, File};
        {Reason, _} ->
            report(error, "Loading of ~ts failed: ~p\n", [File, Reason]),
            {error, Reason}
    end.

%% Loads all of them or none: [{Module, {PreparedCode, File}}], with EnsureLoaded without those that are loaded already.
finish_loading(Prepared0, EnsureLoaded, #state{loaded = Loaded, on_load = Running}) ->
    Prepared = [P || {Module, _} = P <- Prepared0, not (EnsureLoaded andalso erlang:module_loaded(Module))],
    Pending = [{Module, pending_on_load} || {Module, _} <- Prepared, lists:keymember(Module, #on_load.module, Running)],
    Sticky = [{Module, sticky_directory} || {Module, _} <- Prepared, is_sticky(Module, Loaded)],
    if
        Pending =/= [] -> {error, Pending};
        Sticky =/= [] -> {error, Sticky};
        true ->
            case erlang:finish_loading([Code || {_, {Code, _}} <- Prepared]) of
                ok ->
                    ets:insert(Loaded, [{Module, File} || {Module, {_, File}} <- Prepared]),
                    ok;
                {Reason, Modules} -> {error, [{Module, Reason} || Module <- Modules]}
            end
    end.

%% An on_load function runs in a process of its own, so that it can load other modules.
start_on_load(From, Module, File, #state{on_load = Running} = State) ->
    {Pid, Watch} = spawn_monitor(fun() -> exit(erlang:call_on_load_function(Module)) end),
    Run = #on_load{module = Module, file = File, from = From, pid = Pid, watch = Watch},
    State#state{on_load = [Run | Running]}.

on_load_ended(Watch, Result, #state{on_load = Running, loaded = Loaded} = State) ->
    case lists:keytake(Watch, #on_load.watch, Running) of
        {value, #on_load{module = Module, file = File, from = From, waiting = Waiting}, Others} ->
            %% Where it fails the current version stays current, and processes that run the new one are killed.
            erts_code_purger:finish_after_on_load(Module, Result =:= ok),
            Reply = case Result of
                        ok ->
                            ets:insert(Loaded, {Module, File}),
                            {module, Module};
                        _ ->
                            is_atom(Result) orelse report_on_load(Module, Result),
                            {error, on_load_failure}
                    end,
            From ! {code_server, Reply},
            %% As if they arrived now: another on_load function may run then.
            lists:foldr(fun({Who, Request}, S) -> take(Who, Request, S) end, State#state{on_load = Others}, Waiting);
        false -> State
    end.

report_on_load(Module, Reason) ->
    spawn(fun() ->
        error_logger:warning_msg("The on_load function for module ~s returned:~n~P\n", [Module, Reason, 10])
    end).

%% Sends the logger its message directly, because its modules may not be loaded yet.
report(Level, Format, Arguments) ->
    catch logger ! {log, Level, Format, Arguments,
                    #{pid => self(), gl => group_leader(), time => os:system_time(microsecond), error_logger => #{tag => Level}}}.

%% Loaded modules of the libraries cannot be replaced by accident. Which modules these are is looked up when it first matters: for
%% a module that is loaded already.
unless_sticky(Module, Loaded, Load) ->
    case is_sticky(Module, Loaded) of
        true ->
            report(error, "Can't load module '~w' that resides in sticky dir\n", [Module]),
            {error, sticky_directory};
        false -> Load()
    end.

is_sticky(Module, Loaded) ->
    (erlang:module_loaded(Module) orelse ets:lookup(Loaded, Module) =:= [{Module, preloaded}]) andalso
        know_sticky(Loaded) andalso ets:member(Loaded, {sticky, Module}).

know_sticky(Loaded) ->
    %% An entry of its own, with a key that no module has.
    ets:insert_new(Loaded, {{sticky}, known}) andalso
        begin
            [stick(Module, true, Loaded) || Module <- erlang:pre_loaded()],
            [stick_folder(Folder ++ "/ebin", true, Loaded)
             || Library <- [kernel, stdlib, compiler], Folder <- [lib_dir(Library)], is_list(Folder)]
        end,
    true.

stick_folder(Folder, Is, Loaded) ->
    know_sticky(Loaded),
    case prim_file:list_dir_nif(prim_file:internal_name2native(Folder)) of
        {ok, Files} ->
            [stick(list_to_atom(lists:sublist(Name, length(Name) - 5)), Is, Loaded)
             || Name <- lists:map(fun prim_file:internal_native2name/1, Files), is_list(Name), lists:suffix(".beam", Name)],
            ok;
        {error, _} -> error
    end.

stick(Module, true, Loaded) -> ets:insert(Loaded, {{sticky, Module}, true});
stick(Module, false, Loaded) -> ets:delete(Loaded, {sticky, Module}).

%% Kills processes that still run old code of the module, with OTP's purger; true if there were any.
purge(Module) ->
    case erlang:check_old_code(Module) of
        false -> false;
        true ->
            {_, Killed} = erts_code_purger:purge(Module),
            Killed
    end.

set_path(Path) ->
    case is_list(Path) andalso lists:all(fun is_name/1, Path) of
        true ->
            case lists:all(fun is_usable/1, Path) of
                true -> sonde_native:set_code_path([normalised(D) || D <- Path]), true;
                false -> {error, bad_directory}
            end;
        false -> {error, bad_path}
    end.

add_one_path(Where, Folder) ->
    case is_usable(Folder) of
        true -> add_path(Where, Folder);
        false -> {error, bad_directory}
    end.

%% A folder that exists; archives and folders inside of them are accepted without a look.
is_usable(Folder) ->
    is_name(Folder) andalso
        try sonde_native:is_folder(Folder) orelse is_in_archive(Folder)
        catch error:badarg -> false
        end.

%% Only files that are named like archives count, and the one that an escript is itself.
is_in_archive(Folder) ->
    lists:member(filename:extension(Folder), [".ez", <<".ez">>]) orelse Folder =:= get(primary_archive) orelse
        case filename:dirname(Folder) of
            Folder -> false;
            Above -> is_in_archive(Above)
        end.

%% A folder that is in the path already moves to the front when it is added there, and stays where it is when it is added at the end.
add_path(Where, Folder) ->
    New = normalised(Folder),
    Path = sonde_native:code_path(),
    sonde_native:set_code_path(
        case Where of
            first -> [New | lists:delete(New, Path)];
            last -> Path ++ ([New] -- Path)
        end),
    true.

%% One after another, so the last of those added in front is the first; names that are not folders are skipped.
add_paths(Where, Folders) ->
    [add_path(Where, Folder) || Folder <- Folders, is_usable(Folder)],
    ok.

%% Replaces the folder of the library `Name` by that of another version.
replace_path(Name, Folder) ->
    Text = if is_atom(Name) -> atom_to_list(Name); true -> Name end,
    case is_usable(Folder) andalso library_name(Folder) =:= Text of
        true ->
            New = normalised(Folder),
            Path = sonde_native:code_path(),
            case first_of_library(Text, Path) of
                none -> add_path(last, Folder);
                Old -> sonde_native:set_code_path(replace_first(Old, New, Path))
            end,
            true;
        false -> {error, bad_name}
    end.

replace_first(Old, New, [Old | Rest]) -> [New | Rest];
replace_first(Old, New, [Folder | Rest]) -> [Folder | replace_first(Old, New, Rest)].

%% By its path, or the first folder of a library by the library's name.
del_path(Folder) ->
    Name = if is_atom(Folder) -> atom_to_list(Folder); true -> Folder end,
    Path = sonde_native:code_path(),
    Exact = normalised(Name),
    case [D || D <- Path, D =:= Exact orelse library_name(D) =:= Name] of
        [First | _] -> sonde_native:set_code_path(lists:delete(First, Path)), true;
        [] -> false
    end.

first_of_library(Name, Path) ->
    case [D || D <- Path, library_name(D) =:= Name] of
        [First | _] -> First;
        [] -> none
    end.

%% "/lib/kernel-8.5.3/ebin" and "/lib/kernel-8.5.3" are folders of "kernel".
library_name(Folder) ->
    Text = unicode:characters_to_list(normalised(Folder), unicode),
    Library = case filename:basename(Text) of
                  "ebin" -> filename:basename(filename:dirname(Text));
                  Base -> Base
              end,
    lists:takewhile(fun(C) -> C =/= $- end, Library).

%% In the form that the path has: UTF-8, without a slash at the end.
normalised(Folder) -> unicode:characters_to_binary(filename:join([Folder])).

is_name(Name) -> is_list(Name) orelse is_binary(Name).

lib_dir(Name, Folder) ->
    case lib_dir(Name) of
        {error, _} = Error -> Error;
        Library -> filename:join(Library, Folder)
    end.

root() -> unicode:characters_to_list(sonde_native:otp_root()).

%% `Name` or `Name-Version` among the folders of the code path: .../kernel-8.5.3/ebin, or
%% .../common_test-1.27 of a library that has no ebin.
lib_dir(Name) ->
    Text = if is_atom(Name) -> atom_to_list(Name); true -> Name end,
    Folders = [library_folder(unicode:characters_to_list(D, unicode)) || D <- sonde_native:code_path()],
    case [F || F <- Folders, library_name(F) =:= Text] of
        [Folder | _] -> Folder;
        [] -> {error, bad_name}
    end.

library_folder(Path) ->
    case filename:basename(Path) of
        "ebin" -> filename:dirname(Path);
        _ -> Path
    end.
