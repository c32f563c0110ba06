%% A folder of its own for a program that writes files.
-module(scratch_folder).
-export([with/1, within/1]).

%% Calls Fun with the name of a new empty folder, which is removed with all that is in it afterwards.
with(Fun) ->
    Unique = os:getpid() ++ "-" ++ integer_to_list(erlang:unique_integer([positive])),
    Folder = filename:join(filename:basedir(user_cache, "sonde-test"), "scratch" ++ Unique),
    ok = filelib:ensure_path(Folder),
    try Fun(Folder) after file:del_dir_r(Folder) end.

%% The same with that folder as the current one. The code path, which may be relative, is made absolute.
within(Fun) ->
    Path = [filename:absname(F) || F <- code:get_path()],
    true = code:set_path(Path),
    {ok, Before} = file:get_cwd(),
    with(fun(Folder) -> ok = file:set_cwd(Folder), try Fun(Folder) after file:set_cwd(Before) end end).
