%% shows disk_log where a log was not closed, was cut off, or is none, and where a log of bytes is full
%% reports: ignored
-module(disk_logs_repaired).
-export([main/0]).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun show/1).

show(_) ->
    ?T(disk_log:open([{name, left}, {file, "left.log"}])),
    ?T([disk_log:log_terms(left, [1, 2, 3]), disk_log:sync(left), element(1, file:copy("left.log", "copied.log")), disk_log:close(left)]),
    ?T(repaired("copied.log")),
    ?T(begin {ok, B} = file:read_file("left.log"), file:write_file("cut.log", binary:part(B, 0, byte_size(B) - 3)) end),
    ?T(disk_log:open([{name, cut}, {file, "cut.log"}, {repair, false}])),
    ?T(repaired("cut.log")),
    ?T(file:write_file("text.log", "hello there")),
    ?T(disk_log:open([{name, text}, {file, "text.log"}])),
    ?T(disk_log:open([{name, bytes}, {file, "bytes.log"}, {format, external}, {type, halt}, {size, 10}])),
    ?T([disk_log:blog(bytes, "12345"), disk_log:blog(bytes, <<"678901">>), disk_log:log(bytes, x), disk_log:chunk(bytes, start)]),
    ?T([disk_log:close(bytes), file:read_file("bytes.log")]).

all(Log) -> all(Log, disk_log:chunk(Log, start)).
all(_, eof) -> [];
all(Log, {Next, Terms}) -> Terms ++ all(Log, disk_log:chunk(Log, Next)).

%% How many bytes are bad depends on how atoms are written.
repaired(File) ->
    {repaired, Log, {recovered, Terms}, {badbytes, Bad}} = disk_log:open([{name, again}, {file, File}]),
    [Terms, Bad > 0, all(Log), disk_log:close(Log)].
