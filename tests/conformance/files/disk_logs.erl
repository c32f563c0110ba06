%% shows disk_log: terms and bytes, chunks, wrapping files, sizes, blocking, closing by several, and errors
-module(disk_logs).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    ?T(disk_log:open([{name, l}, {file, "l.log"}])),
    ?T([disk_log:log(l, T) || T <- [a, {b, 1}, "text", <<1:3>>]]),
    ?T(disk_log:log_terms(l, [1, 2])),
    ?T(disk_log:alog(l, later)),
    ?T(disk_log:sync(l)),
    ?T(chunks(l, start)),
    ?T(begin {C, [_, _]} = disk_log:chunk(l, start, 2), {_, Two} = disk_log:chunk(l, C, 2), Two end),
    ?T(disk_log:chunk(l, no_continuation)),
    ?T(disk_log:blog(l, "bytes")),
    ?T([lists:keyfind(K, 1, disk_log:info(l)) || K <- [type, format, mode, no_items]]),
    ?T(disk_log:block(l)),
    ?T({disk_log:log(l, from_the_blocker), disk_log:unblock(l), disk_log:unblock(l)}),
    ?T(disk_log:truncate(l, head)),
    ?T(chunks(l, start)),
    ?T(disk_log:close(l)),
    ?T({disk_log:log(l, x), disk_log:close(l)}),
    ?T(disk_log:open([{name, l}, {file, "l.log"}, {mode, read_only}])),
    ?T({disk_log:log(l, x), chunks(l, start), disk_log:close(l)}),
    ?T(disk_log:open([{name, w}, {file, "w"}, {type, wrap}, {size, {200, 3}}])),
    ?T([disk_log:log(w, lists:duplicate(40, N)) || N <- lists:seq(1, 9)]),
    ?T(disk_log:inc_wrap_file(w)),
    ?T(length(chunks(w, start)) < 9),
    ?T([lists:keyfind(K, 1, disk_log:info(w)) || K <- [type, size, no_written_items]]),
    ?T(disk_log:change_size(w, {300, 2})),
    ?T(disk_log:close(w)),
    ?T(disk_log:open([{name, e}, {file, "e"}, {format, external}])),
    ?T({disk_log:blog_terms(e, ["one", <<"two">>]), disk_log:log(e, term), disk_log:close(e), file:read_file("e")}),
    ?T(disk_log:open([{name, h}, {file, "h"}, {type, halt}, {size, 60}])),
    ?T([disk_log:log(h, lists:duplicate(20, x)) || _ <- [1, 2]]),
    ?T(disk_log:close(h)),
    ?T(disk_log:open([{name, x}, {file, "/no/such/folder/x"}])),
    ?T(disk_log:open([{name, x}, {type, other}])),
    ?T(disk_log:open([{file, "x"}])),
    ?T(begin file:write_file("junk", "no log"), disk_log:open([{name, x}, {file, "junk"}]) end),
    ok.

chunks(Log, From) -> case disk_log:chunk(Log, From) of eof -> []; {error, E} -> [{error, E}]; {C, Terms} -> Terms ++ chunks(Log, C) end.
