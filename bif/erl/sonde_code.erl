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
    %% Which module came from which file; OTP's code reads it directly since release 26, and finds its mode here.
    Loaded = ets:new(code_server, [named_table, protected]),
    erlang:function_exported(code_server, get_mode, 0) andalso persistent_term:put(code_server, interactive),
    ets:insert(Loaded, [{Module, preloaded} || Module <- erlang:loaded()]),
    Starter ! {self(), ready},
    loop(Loaded).

%% The state is the table of modules and their files.
loop(Loaded) ->
    receive
        {code_call, From, Request} ->
            Reply =
                try request(Request, Loaded)
                catch _:Reason -> {error, Reason}
                end,
            case Reply of
                {later, Module, File, OnLoad} -> start_on_load(From, Module, File, OnLoad);
                {elsewhere, Fun} -> spawn(fun() -> From ! {code_server, Fun()} end);
                {search_archives, Module, Folders} -> search_archives(From, Module, Folders);
                _ -> From ! {code_server, Reply}
            end,
            loop(Loaded);
        {on_load_done, From, Module, File, Reply} ->
            Reply =:= {module, Module} andalso ets:insert(Loaded, {Module, File}),
            From ! {code_server, Reply},
            loop(Loaded);
        _ -> loop(Loaded)
    end.

request({ensure_loaded, Module}, Loaded) when is_atom(Module) -> ensure_loaded(Module, Loaded);
%% Since release 26 the caller means to prepare the code itself; it is told that this is done.
request({get_object_code_for_loading, Module}, Loaded) when is_atom(Module) -> ensure_loaded(Module, Loaded);
request({load_found, _, error}, _) -> {error, nofile};
request({load_found, Module, {Code, File}}, Loaded) ->
    case erlang:module_loaded(Module) of
        true -> {module, Module};
        false -> load(Module, Code, File, Loaded)
    end;
request({load_file, Module}, Loaded) when is_atom(Module) -> load_from_path(Module, Loaded);
request({load_module, Prepared, Module, File, Purge, EnsureLoaded}, Loaded) ->
    case EnsureLoaded andalso erlang:module_loaded(Module) of
        true -> {module, Module};
        false ->
            Purge andalso purge(Module),
            finish(Module, Prepared, File, Loaded)
    end;
request({load_abs, File, Module}, Loaded) -> load_absolute(File, Module, Loaded);
request({load_binary, Module, File, Code}, Loaded) when is_atom(Module), is_binary(Code) ->
    purge(Module),
    load(Module, Code, File, Loaded);
request({load_native_partial, _, _}, _) -> {error, nofile};
request({get_object_code, Module}, _) ->
    case sonde_native:find_module(Module) of
        {ok, File, Code} -> {Module, Code, unicode:characters_to_list(File, unicode)};
        {error, _} -> error
    end;
request({is_loaded, Module}, Loaded) ->
    case ets:lookup(Loaded, Module) of
        [{_, File}] -> {file, File};
        [] -> false
    end;
request(all_loaded, Loaded) -> ets:match_object(Loaded, '_');
request({delete, Module}, Loaded) ->
    case catch erlang:delete_module(Module) of
        true -> ets:delete(Loaded, Module), true;
        undefined -> ets:delete(Loaded, Module), false;
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
request({is_sticky, _}, _) -> false;
request({stick_dir, _}, _) -> ok;
request({unstick_dir, _}, _) -> ok;
request({stick_mod, _}, _) -> true;
request({unstick_mod, _}, _) -> true;
request({finish_loading, Prepared, EnsureLoaded}, Loaded) -> finish_loading(Prepared, EnsureLoaded, Loaded);
request({set_primary_archive, File, Archive, Info, Parser}, _) ->
    %% The loader may need modules for it, as for archives in the path (search_archives/3).
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
        false -> load_from_path(Module, Loaded)
    end.

load_from_path(Module, Loaded) ->
    case sonde_native:find_module(Module) of
        {ok, File, Code} ->
            purge(Module),
            load(Module, Code, unicode:characters_to_list(File, unicode), Loaded);
        {error, _} ->
            case [D || D <- sonde_native:code_path(), not sonde_native:is_folder(D)] of
                [_ | _] = Folders when Module =/= erl_prim_loader -> {search_archives, Module, Folders};
                _ -> {error, nofile}
            end
    end.

%% Folders inside of archives (lib.ez/lib/ebin, an escript's own) are for OTP's loader process to read. It may need modules for
%% that, which it gets from us: so another process waits for it.
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
    Name = unicode:characters_to_list([File, ".beam"]),
    case sonde_native:get_file(unicode:characters_to_binary(Name)) of
        {ok, Code} ->
            purge(Module),
            load(Module, Code, Name, Loaded);
        {error, _} -> {error, nofile}
    end.

load(Module, Code, File, Loaded) ->
    %% The native inflates by itself; OTP's function around it calls zlib, which this process could not load.
    case erts_internal:prepare_loading(Module, Code) of
        {error, _} = Error -> Error;
        Prepared -> finish(Module, Prepared, File, Loaded)
    end.

finish(Module, Prepared, File, Loaded) ->
    case erlang:has_prepared_code_on_load(Prepared) of
        true ->
            {later, Module, File, Prepared};
        false ->
            case erlang:finish_loading([Prepared]) of
                ok ->
                    ets:insert(Loaded, {Module, File}),
                    {module, Module};
                {not_purged, _} -> {error, not_purged};
                {Reason, _} -> {error, Reason}
            end
    end.

%% All of them or none: [{Module, {PreparedCode, File}}], without those that are there already where that is asked.
finish_loading(Prepared0, EnsureLoaded, Loaded) ->
    Prepared = [P || {Module, _} = P <- Prepared0, not (EnsureLoaded andalso erlang:module_loaded(Module))],
    case erlang:finish_loading([Code || {_, {Code, _}} <- Prepared]) of
        ok ->
            ets:insert(Loaded, [{Module, File} || {Module, {_, File}} <- Prepared]),
            ok;
        {Reason, Modules} -> {error, [{Module, Reason} || Module <- Modules]}
    end.

%% An on_load function runs in a process of its own, so that it can load other modules.
start_on_load(From, Module, File, Prepared) ->
    Server = self(),
    spawn(fun() ->
        Reply = try erlang:finish_loading([Prepared]) of
                    {on_load, _} -> run_on_load(Module);
                    ok -> {module, Module};
                    {Reason, _} -> {error, Reason}
                catch _:Reason -> {error, Reason}
                end,
        Server ! {on_load_done, From, Module, File, Reply}
    end).

run_on_load(Module) ->
    case catch erlang:call_on_load_function(Module) of
        ok ->
            erlang:finish_after_on_load(Module, true),
            {module, Module};
        Other ->
            %% What was there before is again; the new code is old, and goes with who still runs it.
            erlang:finish_after_on_load(Module, false),
            purge(Module),
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

%% Folders inside of archives are taken without looking.
add_one_path(Where, Folder) ->
    case sonde_native:is_folder(Folder) orelse lists:any(fun is_archive/1, filename:split(Folder)) of
        true -> add_path(Where, [Folder]);
        false -> {error, bad_directory}
    end.

is_archive(Name) -> filename:extension(Name) =:= ".ez".

add_path(Where, Folders) ->
    New = [unicode:characters_to_binary(F) || F <- Folders],
    Rest = [D || D <- sonde_native:code_path(), not lists:member(D, New)],
    sonde_native:set_code_path(case Where of first -> New ++ Rest; last -> Rest ++ New end),
    true.

add_paths(Where, Folders) ->
    add_path(Where, Folders),
    ok.

%% The folder of another version of the library `Name` takes the place of the one there is.
replace_path(Name, Folder) ->
    New = unicode:characters_to_binary(Folder),
    case lib_dir(if is_atom(Name) -> Name; true -> list_to_atom(Name) end) of
        {error, _} -> add_path(last, [Folder]);
        Old ->
            Ebin = unicode:characters_to_binary(filename:join(Old, "ebin")),
            sonde_native:set_code_path([if D =:= Ebin -> New; true -> D end || D <- sonde_native:code_path()]),
            true
    end.

del_path(Folder) ->
    Name = unicode:characters_to_binary(if is_atom(Folder) -> atom_to_list(Folder); true -> Folder end),
    Path = sonde_native:code_path(),
    case lists:member(Name, Path) of
        true -> sonde_native:set_code_path(lists:delete(Name, Path)), true;
        false -> false
    end.

is_name(Name) -> is_list(Name) orelse is_binary(Name).

lib_dir(Name, Folder) ->
    case lib_dir(Name) of
        {error, _} = Error -> Error;
        Library -> filename:join(Library, Folder)
    end.

root() -> unicode:characters_to_list(sonde_native:otp_root()).

%% `Name` or `Name-Version` among the folders of the code path: .../kernel-8.5.3/ebin.
lib_dir(Name) ->
    Text = if is_atom(Name) -> atom_to_list(Name); true -> Name end,
    Folders = [filename:dirname(unicode:characters_to_list(D, unicode)) || D <- sonde_native:code_path(),
               filename:basename(unicode:characters_to_list(D, unicode)) =:= "ebin"],
    case [F || F <- Folders, lists:takewhile(fun(C) -> C =/= $- end, filename:basename(F)) =:= Text] of
        [Folder | _] -> Folder;
        [] -> {error, bad_name}
    end.
