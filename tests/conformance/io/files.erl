%% shows files: write, read, append, lines, positions, rename, delete, directories, errors
-module(files).
-export([main/0]).

main() ->
    Dir = filename:join("/tmp", "conformance_" ++ os:getpid()),
    ok = file:make_dir(Dir),
    Name = filename:join(Dir, "a.txt"),
    io:format("~w~n", [file:write_file(Name, ["line 1\n", <<"line 2\n">>])]),
    io:format("~w~n", [file:read_file(Name)]),
    io:format("~w~n", [file:write_file(Name, "line 3\n", [append])]),
    {ok, F} = file:open(Name, [read]),
    io:format("~p~n", [[io:get_line(F, "") || _ <- [1, 2, 3, 4]]]),
    io:format("~w~n", [file:position(F, 5)]),
    io:format("~p~n", [io:get_line(F, "")]),
    ok = file:close(F),
    io:format("~w ~w~n", [filelib:file_size(Name), filelib:is_dir(Dir)]),
    io:format("~w~n", [file:rename(Name, Name ++ ".bak")]),
    io:format("~p~n", [file:list_dir(Dir)]),
    io:format("~w ~w~n", [file:read_file(Name), file:delete(Name)]),
    ok = file:delete(Name ++ ".bak"),
    io:format("~w ~w~n", [file:del_dir(Dir), file:del_dir(Dir)]),
    ok.
