%% shows the natives below file: prim_file opened, read, written and asked directly, and their errors
-module(prim_file_natives).
-include("../support/edge.hrl").

main() -> scratch_folder:with(fun show/1).

show(Folder) ->
    F = filename:join(Folder, "f"),
    ?T(prim_file:write_file(F, ["abc", <<"def">>])),
    ?T(prim_file:read_file(F)),
    ?T(prim_file:open(F ++ "x", [read])),
    {ok, D} = prim_file:open(F, [read, write, binary]),
    ?T(element(1, D)),
    ?T(prim_file:read(D, 2)),
    ?T(prim_file:position(D, {cur, 1})),
    ?T(prim_file:pread(D, 0, 3)),
    ?T(prim_file:pread(D, [{0, 1}, {5, 5}, {9, 1}])),
    ?T(prim_file:pwrite(D, 6, "ghi")),
    ?T(prim_file:pwrite(D, [{0, "A"}, {8, <<"I">>}])),
    ?T(prim_file:read(D, 100)),
    ?T(prim_file:read(D, 100)),
    ?T(prim_file:read_line(D)),
    ?T(prim_file:write(D, [1, 2, x])),
    ?T(prim_file:position(D, {eof, -3})),
    ?T(prim_file:truncate(D)),
    ?T(prim_file:ipread_s32bu_p32bu(D, 0, 100)),
    ?T({prim_file:sync(D), prim_file:datasync(D), prim_file:advise(D, 0, 0, dont_need)}),
    ?T(in_other(fun() -> prim_file:read(D, 1) end)),
    ?T({prim_file:close(D), prim_file:close(D), prim_file:read(D, 1)}),
    ?T(prim_file:read_file(F)),
    ?T(prim_file:list_dir(Folder)),
    ?T(prim_file:make_dir(Folder)),
    ?T(prim_file:rename(F, filename:join(Folder, "g"))),
    ?T(prim_file:read_link(Folder)),
    ?T(prim_file:get_cwd() =:= file:get_cwd()),
    ?T(prim_file:get_cwd("c:")),
    ?T(prim_file:set_cwd("/no/such")),
    ?T(prim_file:delete(F)),
    ?T(prim_file:del_dir(Folder)),
    ?T(prim_file:internal_native2name(<<195, 165>>)),
    ?T(prim_file:is_translatable(<<195, 165>>)),
    ok.

in_other(F) -> {_, R} = spawn_monitor(fun() -> exit(try F() catch _:X -> {raised, X} end) end), receive {'DOWN', R, _, _, X} -> X end.
