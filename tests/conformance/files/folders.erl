%% shows making, listing, renaming and removing folders and files, and OTP's errors for each
-module(folders).
-export([main/0]).

main() ->
    Root = filename:join(filename:basedir(user_cache, "sonde-test"), "folders" ++ os:getpid()),
    ok = filelib:ensure_path(Root),
    In = fun(Name) -> filename:join(Root, Name) end,
    show([file:make_dir(In("a")), file:make_dir(In("a")), file:make_dir(In("x/y")), file:write_file(In("a/f"), "1")]),
    show([file:del_dir(In("a")), file:del_dir(In("a/f")), file:del_dir(In("none")), file:delete(In("a")), file:delete(In("none"))]),
    show([file:list_dir(In("a")), file:list_dir(In("a/f")), file:list_dir(In("none"))]),
    ok = file:make_dir(In("b")),
    show([file:rename(In("a"), In("b")), file:rename(In("none"), In("c")), file:rename(In("b/f"), In("c")), file:rename(In("c"), In("b"))]),
    show([filelib:is_dir(In("b")), filelib:is_file(In("c")), filelib:is_regular(In("b")), filelib:file_size(In("c"))]),
    {ok, Old} = file:get_cwd(),
    show([file:set_cwd(In("b")), file:write_file("here", "x"), filelib:wildcard("*", Root), filelib:wildcard("b/h*", Root), file:set_cwd(In("none")), file:set_cwd(Old)]),
    show([file:open(In("b"), [read]), file:open(In("none/f"), [write]), file:open(In("c"), [write, exclusive]), file:open(<<"a\0b">>, [read]), file:open(In("b"), [bad])]),
    {ok, Directory} = file:open(In("b"), [read, directory, raw]),
    show([file:close(Directory), element(1, file:open(In("c"), [directory, raw])), file:read_file(In("b")), file:read_file(In("none"))]),
    show([lists:sort(filelib:fold_files(Root, ".*", true, fun(F, Acc) -> [filename:basename(F) | Acc] end, [])), file:del_dir_r(Root), filelib:is_dir(Root)]).

show(Values) -> io:format("~p~n", [Values]).
