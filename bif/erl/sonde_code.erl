%% The code server: the process behind OTP's own `code` module, which sends it {code_call, Pid, Request}. Files are found and
%% read by natives (one search over all folders), code is loaded by OTP's erlang:load_module/2, so hot loading, old code and
%% purging are the machine's.
%% The modules that this one calls are loaded before it starts (tools/assemble.cpp), or it would have to ask itself.
%% Why not OTP's code_server: it lists all library folders at start, through a loader process and a file driver; here the
%% machine knows its code path. Requests that change the path or ask about modules are answered as OTP answers them.
-module(sonde_code).

-export([start/0, init/1]).

start() ->
    Pid = spawn_link(?MODULE, init, [self()]),
    receive {Pid, ready} -> Pid end.

init(Starter) ->
    true = register(code_server, self()),
    process_flag(trap_exit, true),
    Starter ! {self(), ready},
    loop(#{}).

%% The state maps modules to their files.
loop(Loaded) ->
    receive
        {code_call, From, Request} ->
            {Reply, Loaded1} =
                try request(Request, Loaded)
                catch _:Reason -> {{error, Reason}, Loaded}
                end,
            case Reply of
                {later, Module, OnLoad} -> start_on_load(From, Module, OnLoad);
                _ -> From ! {code_server, Reply}
            end,
            loop(Loaded1);
        {on_load_done, From, Reply} ->
            From ! {code_server, Reply},
            loop(Loaded);
        _ -> loop(Loaded)
    end.

request({ensure_loaded, Module}, Loaded) when is_atom(Module) ->
    case erlang:module_loaded(Module) of
        true -> {{module, Module}, Loaded};
        false -> load_from_path(Module, Loaded)
    end;
request({load_file, Module}, Loaded) when is_atom(Module) -> load_from_path(Module, Loaded);
request({load_module, Code, Module, File, Purge, EnsureLoaded}, Loaded) ->
    case EnsureLoaded andalso erlang:module_loaded(Module) of
        true -> {{module, Module}, Loaded};
        false ->
            Purge andalso purge(Module),
            load(Module, Code, File, Loaded)
    end;
request({load_abs, File, Module}, Loaded) -> load_absolute(File, Module, Loaded);
request({load_binary, Module, File, Code}, Loaded) when is_atom(Module), is_binary(Code) ->
    purge(Module),
    load(Module, Code, File, Loaded);
request({load_native_partial, _, _}, Loaded) -> {{error, nofile}, Loaded};
request({get_object_code, Module}, Loaded) ->
    case sonde_native:find_module(Module) of
        {ok, File, Code} -> {{Module, Code, unicode:characters_to_list(File, unicode)}, Loaded};
        {error, _} -> {error, Loaded}
    end;
request({is_loaded, Module}, Loaded) ->
    case Loaded of
        #{Module := File} -> {{file, File}, Loaded};
        _ ->
            case erlang:module_loaded(Module) of
                true -> {{file, preloaded}, Loaded};
                false -> {false, Loaded}
            end
    end;
request(all_loaded, Loaded) ->
    {[{Module, maps:get(Module, Loaded, preloaded)} || Module <- erlang:loaded()], Loaded};
request({delete, Module}, Loaded) ->
    case catch erlang:delete_module(Module) of
        true -> {true, maps:remove(Module, Loaded)};
        undefined -> {false, maps:remove(Module, Loaded)};
        _ -> {false, Loaded}
    end;
request({purge, Module}, Loaded) -> {purge(Module), Loaded};
request({soft_purge, Module}, Loaded) -> {erts_code_purger:soft_purge(Module), Loaded};
request(get_path, Loaded) -> {[unicode:characters_to_list(D, unicode) || D <- sonde_native:code_path()], Loaded};
request({set_path, Path}, Loaded) -> {set_path(Path), Loaded};
request({add_path, Where, Folder}, Loaded) -> {add_path(Where, [Folder]), Loaded};
request({add_path, Where, Folder, _Cache}, Loaded) -> {add_path(Where, [Folder]), Loaded};
request({add_paths, Where, Folders}, Loaded) -> {add_path(Where, Folders), Loaded};
request({add_paths, Where, Folders, _Cache}, Loaded) -> {add_path(Where, Folders), Loaded};
request({del_path, Folder}, Loaded) -> {del_path(Folder), Loaded};
request({dir, root_dir}, Loaded) -> {root(), Loaded};
request({dir, {lib_dir, Name}}, Loaded) -> {lib_dir(Name), Loaded};
request({dir, lib_dir}, Loaded) -> {filename:join(root(), "lib"), Loaded};
request({dir, {priv_dir, Name}}, Loaded) ->
    case lib_dir(Name) of
        {error, _} = Error -> {Error, Loaded};
        Folder -> {filename:join(Folder, "priv"), Loaded}
    end;
request({is_sticky, _}, Loaded) -> {false, Loaded};
request({stick_dir, _}, Loaded) -> {ok, Loaded};
request({unstick_dir, _}, Loaded) -> {ok, Loaded};
request({stick_mod, _}, Loaded) -> {true, Loaded};
request({unstick_mod, _}, Loaded) -> {true, Loaded};
request({finish_loading, Prepared, EnsureLoaded}, Loaded) -> finish_loading(Prepared, EnsureLoaded, Loaded);
request(get_mode, Loaded) -> {interactive, Loaded};
request(_, Loaded) -> {{error, badarg}, Loaded}.

load_from_path(Module, Loaded) ->
    case sonde_native:find_module(Module) of
        {ok, File, Code} ->
            purge(Module),
            load(Module, Code, unicode:characters_to_list(File, unicode), Loaded);
        {error, _} -> {{error, nofile}, Loaded}
    end.

load_absolute(File, Module, Loaded) ->
    Name = unicode:characters_to_list([File, ".beam"]),
    case sonde_native:get_file(unicode:characters_to_binary(Name)) of
        {ok, Code} ->
            purge(Module),
            load(Module, Code, Name, Loaded);
        {error, _} -> {{error, nofile}, Loaded}
    end.

load(Module, Code, File, Loaded) ->
    case erlang:prepare_loading(Module, Code) of
        {error, on_load_failure} = Error -> {Error, Loaded};
        {error, _} = Error -> {Error, Loaded};
        Prepared ->
            case erlang:has_prepared_code_on_load(Prepared) of
                true -> {{later, Module, Prepared}, Loaded#{Module => File}};
                false ->
                    case erlang:finish_loading([Prepared]) of
                        ok -> {{module, Module}, Loaded#{Module => File}};
                        {not_purged, _} -> {{error, not_purged}, Loaded};
                        {Reason, _} -> {{error, Reason}, Loaded}
                    end
            end
    end.

%% All of them or none: [{Module, {PreparedCode, File}}], without those that are there already where that is asked.
finish_loading(Prepared0, EnsureLoaded, Loaded) ->
    Prepared = [P || {Module, _} = P <- Prepared0, not (EnsureLoaded andalso erlang:module_loaded(Module))],
    case erlang:finish_loading([Code || {_, {Code, _}} <- Prepared]) of
        ok -> {ok, maps:merge(Loaded, maps:from_list([{Module, File} || {Module, {_, File}} <- Prepared]))};
        {Reason, Modules} -> {{error, [{Module, Reason} || Module <- Modules]}, Loaded}
    end.

%% An on_load function runs in a process of its own, so that it can load other modules.
start_on_load(From, Module, Prepared) ->
    Server = self(),
    spawn(fun() ->
        Reply = try erlang:finish_loading([Prepared]) of
                    {on_load, _} -> run_on_load(Module);
                    ok -> {module, Module};
                    {Reason, _} -> {error, Reason}
                catch _:Reason -> {error, Reason}
                end,
        Server ! {on_load_done, From, Reply}
    end).

run_on_load(Module) ->
    case catch erlang:call_on_load_function(Module) of
        ok ->
            erlang:finish_after_on_load(Module, true),
            {module, Module};
        Other ->
            erlang:finish_after_on_load(Module, false),
            report_on_load(Module, Other),
            {error, on_load_failure}
    end.

report_on_load(Module, {'EXIT', _} = Reason) ->
    error_logger:warning_msg("The on_load function for module ~s returned:~n~P\n", [Module, Reason, 10]);
report_on_load(Module, Reason) ->
    error_logger:warning_msg("The on_load function for module ~s returned:~n~P\n", [Module, Reason, 10]).

%% Processes that still run old code of the module are killed; true if there were any. OTP's purger does it.
purge(Module) ->
    case erlang:check_old_code(Module) of
        false -> false;
        true ->
            {_, Killed} = erts_code_purger:purge(Module),
            Killed
    end.

set_path(Path) ->
    case lists:all(fun is_name/1, Path) of
        true -> sonde_native:set_code_path([unicode:characters_to_binary(D) || D <- Path]), true;
        false -> {error, bad_path}
    end.

add_path(Where, Folders) ->
    New = [unicode:characters_to_binary(F) || F <- Folders],
    Rest = [D || D <- sonde_native:code_path(), not lists:member(D, New)],
    sonde_native:set_code_path(case Where of first -> New ++ Rest; last -> Rest ++ New end),
    case Folders of
        [_] -> true;
        _ -> ok
    end.

del_path(Folder) ->
    Name = unicode:characters_to_binary(if is_atom(Folder) -> atom_to_list(Folder); true -> Folder end),
    Path = sonde_native:code_path(),
    case lists:member(Name, Path) of
        true -> sonde_native:set_code_path(lists:delete(Name, Path)), true;
        false -> false
    end.

is_name(Name) -> is_list(Name) orelse is_binary(Name).

root() -> unicode:characters_to_list(sonde_native:otp_root()).

%% `Name` or `Name-Version` among the folders of the code path: .../kernel-8.5.3/ebin.
lib_dir(Name) ->
    Text = atom_to_list(Name),
    Folders = [filename:dirname(unicode:characters_to_list(D, unicode)) || D <- sonde_native:code_path(),
               filename:basename(unicode:characters_to_list(D, unicode)) =:= "ebin"],
    case [F || F <- Folders, lists:takewhile(fun(C) -> C =/= $- end, filename:basename(F)) =:= Text] of
        [Folder | _] -> Folder;
        [] -> {error, bad_name}
    end.
