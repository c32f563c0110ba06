%% shows file_info in all time formats, writing times back, and times before 1970 and far away
-module(time_stamps_of_files).
-include("../support/edge.hrl").
-include_lib("kernel/include/file.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    os:putenv("TZ", "UTC"),
    ok = file:write_file("f", "x"),
    ?T(stamp(1000000000)),
    ?T(stamp(0)),
    ?T(stamp(-1)),
    ?T(stamp(4102444800)),
    ?T(file:write_file_info("f", #file_info{mtime = {{2000, 2, 29}, {23, 59, 59}}}, [{time, universal}])),
    ?T(mtime(posix)),
    ?T(mtime(universal)),
    ?T(file:write_file_info("f", #file_info{atime = 5, mtime = 6}, [{time, posix}])),
    ?T(begin {ok, I} = file:read_file_info("f", [{time, posix}]), {I#file_info.atime, I#file_info.mtime} end),
    ?T(file:write_file_info("f", #file_info{mtime = yesterday})),
    ?T(file:read_file_info("f", [{time, julian}])),
    ?T(file:read_file_info("f", posix)),
    ?T(file:change_time("f", {{2000, 13, 1}, {0, 0, 0}})),
    ?T(file:change_time("f", now)),
    ?T(file:change_time("none", {{2000, 1, 1}, {0, 0, 0}})),
    ?T(file:change_mode("f", a)),
    ?T([begin file:change_mode("f", M), {ok, I} = file:read_file_info("f"), I#file_info.mode band 8#7777 end || M <- [8#400, 8#755, 8#4711, 8#666]]),
    ?T(filelib:last_modified("none")),
    ?T(begin file:change_time("f", {{2011, 1, 2}, {3, 4, 5}}), filelib:last_modified("f") end),
    ok.

stamp(Seconds) -> {file:write_file_info("f", #file_info{mtime = Seconds}, [{time, posix}]), mtime(posix), mtime(universal)}.
mtime(Format) -> {ok, I} = file:read_file_info("f", [{time, Format}]), I#file_info.mtime.
