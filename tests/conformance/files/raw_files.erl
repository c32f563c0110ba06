%% shows reading and writing raw files: positions, pread and pwrite, lines, truncation, advice, room, modes
-module(raw_files).
-export([main/0]).

main() ->
    Name = filename:join(filename:basedir(user_cache, "sonde-test"), "raw" ++ os:getpid()),
    ok = filelib:ensure_dir(Name),
    {ok, F} = file:open(Name, [write, read, raw, binary]),
    show([file:write(F, ["ab", <<"cd">>, $e, [[], "fgh"]]), file:position(F, cur), file:position(F, {bof, 2}), file:read(F, 3), file:position(F, {cur, -1}), file:read(F, 100), file:read(F, 1)]),
    show([file:pread(F, 1, 3), file:pread(F, [{0, 1}, {100, 1}, {6, 10}]), file:pwrite(F, 3, "XYZ"), file:pwrite(F, [{0, "0"}, {10, "end"}]), file:read_file(Name)]),
    show([file:position(F, {eof, -3}), file:truncate(F), file:position(F, eof), file:position(F, {bof, -1}), file:position(F, foo)]),
    show([file:advise(F, 0, 10, sequential), file:advise(F, 0, 10, whatever), file:allocate(F, 0, 64), filelib:file_size(Name), file:datasync(F), file:sync(F), file:close(F)]),
    show([file:read(F, 1), file:write(F, "x"), file:position(F, 0)]),
    ok = file:write_file(Name, "one\ntwo\r\n\nlast"),
    {ok, L} = file:open(Name, [read, raw, read_ahead]),
    show([file:read_line(L), file:read_line(L), file:read_line(L), file:read_line(L), file:read_line(L), file:close(L)]),
    {ok, A} = file:open(Name, [append, raw]),
    show([file:write(A, "!"), file:position(A, 0), file:write(A, "?"), file:close(A), file:read_file(Name)]),
    {ok, D} = file:open(Name, [write, raw, delayed_write, binary]),
    show([file:write(D, "de"), file:write(D, "layed"), file:close(D), file:read_file(Name)]),
    ok = file:write_file(Name, <<3:32, 8:32, "abcdef">>),
    {ok, I} = file:open(Name, [read, raw, binary]),
    show([file:ipread_s32bu_p32bu(I, 0, 100), file:ipread_s32bu_p32bu(I, 0, 2), file:ipread_s32bu_p32bu(I, 100, 2), file:close(I)]),
    {ok, C} = file:open(Name, [write, compressed]),
    show([io:put_chars(C, lists:duplicate(1000, $z)), file:close(C), filelib:file_size(Name) < 100]),
    {ok, U} = file:open(Name, [read, compressed]),
    show([length(element(2, file:read(U, 2000))), file:close(U), file:delete(Name)]).

show(Values) -> io:format("~p~n", [Values]).
