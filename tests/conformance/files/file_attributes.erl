%% shows permissions, times, links, kinds, and the errors of changing them
%% normalise: dates
-module(file_attributes).
-export([main/0]).
-include_lib("kernel/include/file.hrl").

main() ->
    Folder = folder(),
    Name = filename:join(Folder, "a"),
    ok = file:write_file(Name, "hello"),
    io:format("~p~n", [[file:change_mode(Name, 8#640), (info(Name))#file_info.mode band 8#777, (info(Name))#file_info.type]]),
    io:format("~p~n", [[file:change_time(Name, {{2020, 1, 2}, {3, 4, 5}}), (info(Name))#file_info.mtime]]),
    io:format("~p~n", [[file:change_time(Name, {{2001, 1, 1}, {0, 0, 0}}, {{2002, 2, 2}, {0, 0, 1}}), (info(Name))#file_info.atime]]),
    Link = filename:join(Folder, "link"),
    io:format("~p~n", [[file:make_symlink("a", Link), file:read_link(Link), file:read_link(Name), file:make_symlink("b", Link)]]),
    {ok, #file_info{type = Type}} = file:read_link_info(Link),
    {ok, #file_info{type = Behind, size = Size}} = file:read_file_info(Link, [{time, posix}]),
    io:format("~p~n", [[Type, Behind, Size]]),
    Hard = filename:join(Folder, "hard"),
    io:format("~p~n", [[file:make_link(Name, Hard), (info(Name))#file_info.links, file:make_link(Name, Hard), file:make_link(Name ++ "x", Hard ++ "y")]]),
    io:format("~p~n", [[file:change_owner(Name ++ "x", 1), file:change_mode(Name ++ "x", 8#600), file:altname(Name)]]),
    io:format("~p~n", [[file:write_file_info(Name, #file_info{mode = 8#600}), (info(Name))#file_info.mode band 8#777, (info(Folder))#file_info.type]]),
    {ok, Device} = file:open(Name, [read, raw]),
    {ok, #file_info{size = 5, access = Access}} = file:read_file_info(Device),
    io:format("~p~n", [[Access, file:close(Device), file:close(Device), file:read_file_info(Device)]]),
    file:del_dir_r(Folder).

info(Name) ->
    {ok, Info} = file:read_file_info(Name),
    Info.

folder() ->
    Name = filename:join(filename:basedir(user_cache, "sonde-test"), "attributes" ++ os:getpid()),
    ok = filelib:ensure_path(Name),
    Name.
