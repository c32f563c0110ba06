%% shows writing and reading whole files, appending, exclusive creation, consulting and folders
-module(file_whole).
-include("../support/edge.hrl").

main() ->
    ?T(inside(fun(F) -> {file:write_file(F, ["a", <<"b">>]), file:read_file(F)} end)),
    ?T(inside(fun(F) -> {file:write_file(F, "1"), file:write_file(F, "2", [append]), file:read_file(F)} end)),
    ?T(inside(fun(F) -> {file:write_file(F, "x", [exclusive]), file:write_file(F, "y", [exclusive])} end)),
    ?T(inside(fun(F) -> file:write_file(F, "{a, 1}.\n[b].\n"), file:consult(F) end)),
    ?T(inside(fun(F) -> file:write_file(F, "{a, 1}.\n[b.\n"), element(1, file:consult(F)) end)),
    ?T(inside(fun(F) -> file:write_file(F, "X = 2.\nX * Y.\n"), file:script(F, [{'Y', 21}]) end)),
    ?T(inside(fun(F) -> file:write_file(F, "abc"), {file:copy(F, F ++ "2"), file:read_file(F ++ "2"), file:delete(F ++ "2")} end)),
    ?T(inside(fun(F) -> file:write_file(F, "abc"), {ok, I} = file:read_file_info(F), {element(2, I), element(3, I), element(4, I)} end)),
    ?T(inside(fun(F) -> file:write_file(F, ""), {file:change_mode(F, 8#400), element(8, element(2,
       file:read_file_info(F))) band 8#777} end)),
    ?T(inside(fun(F) -> {file:make_symlink("target", F), file:read_link(F), element(3, element(2, file:read_link_info(F)))} end)),
    ?T(inside(fun(F) -> {file:make_dir(F), file:make_dir(F), file:list_dir(F), file:del_dir(F), file:del_dir(F)} end)),
    ?T(inside(fun(F) -> file:make_dir(F), file:write_file(F ++ "/b", ""), file:write_file(F ++ "/a", ""),
       R = {lists:sort(element(2, file:list_dir(F))), file:del_dir(F)}, file:del_dir_r(F), R end)),
    ?T(inside(fun(F) -> {ok, D} = file:open(F, [write, read, binary]), {file:write(D, "hello"), file:position(D, 1),
       file:read(D, 3), file:close(D), file:close(D)} end)),
    ?T(inside(fun(F) -> {ok, D} = file:open(F, [write]), {file:read(D, 1), file:write(D, <<"x">>), file:sync(D),
       file:datasync(D), file:close(D)} end)),
    ?T(inside(fun(F) -> file:write_file(F, "l1\nl2\nl3"), {ok, D} = file:open(F, [read, raw, {read_ahead, 4}]),
       R = [file:read_line(D) || _ <- [1, 2, 3, 4]], file:close(D), R end)),
    ?T(inside(fun(F) -> {ok, D} = file:open(F, [raw, write, {delayed_write, 100, 1000}]), {file:write(D, "a"), file:write(D,
       "b"), file:close(D), file:read_file(F)} end)),
    ?T(inside(fun(F) -> {ok, D} = file:open(F, [write, compressed]), file:write(D, "zipped"), file:close(D), {ok,
       E} = file:open(F, [read, compressed]), R = file:read(E, 10), file:close(E), {R, hd(binary_to_list(element(2,
        file:read_file(F))))} end)),
    ?T(inside(fun(F) -> {ok, D} = file:open(F, [write, {encoding, utf8}]), io:put_chars(D, [955, $\n]), file:close(D), {ok,
       E} = file:open(F, [read, {encoding, utf8}]), R = {io:get_line(E, ""), file:read_file(F)}, file:close(E), R end)),
    ok.

inside(Fun) ->
    File = "/tmp/sonde_file_whole_" ++ os:getpid(),
    Result = Fun(File),
    file:delete(File),
    Result.
