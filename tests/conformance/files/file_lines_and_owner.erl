%% shows lines of files through io and file in every mode, and that a file ends with the process that opened it
-module(file_lines_and_owner).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    ok = file:write_file("f", <<"one\r\ntwo\n\nlast å"/utf8>>),
    ?T(lines([read], fun file:read_line/1)),
    ?T(lines([read, binary], fun file:read_line/1)),
    ?T(lines([read, raw, binary], fun file:read_line/1)),
    ?T(lines([read, binary, {encoding, utf8}], fun(D) -> io:get_line(D, "") end)),
    ?T(lines([read, {encoding, utf8}], fun(D) -> io:get_line(D, "") end)),
    ?T(lines([read], fun(D) -> io:get_chars(D, "", 7) end)),
    ?T(lines([read], fun(D) -> io:fread(D, "", "~s") end)),
    ?T(lines([read, {encoding, utf8}], fun(D) -> file:read_line(D) end)),
    ?T(lines([read, {encoding, latin1}], fun(D) -> io:get_line(D, "") end)),
    ?T(lines([read, {encoding, {utf16, big}}], fun(D) -> io:get_line(D, "") end)),
    ?T(file:open("f", [read, {encoding, ebcdic}])),
    ?T(owner_dies()),
    ?T(begin {ok, D} = file:open("f", [read]), unlink(D), exit(D, kill), R = monitor(process, D), receive {'DOWN', R, _, _, _} -> file:read(D, 1) end end),
    ok.

lines(Modes, Read) -> {ok, D} = file:open("f", Modes), R = rest(Read, D, 12), file:close(D), R.
rest(_, _, 0) -> [more];
rest(Read, D, N) -> case Read(D) of eof -> [eof]; {error, E} -> [{error, E}]; L -> [L | rest(Read, D, N - 1)] end.

owner_dies() ->
    Self = self(),
    {_, R} = spawn_monitor(fun() -> {ok, D} = file:open("f", [read]), Self ! {d, D} end),
    receive {'DOWN', R, _, _, _} -> ok end,
    receive {d, D} -> M = monitor(process, D), receive {'DOWN', M, _, _, _} -> file:read(D, 1) end end.
