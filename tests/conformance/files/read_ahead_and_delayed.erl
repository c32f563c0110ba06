%% shows files opened with read_ahead, delayed_write, append, exclusive and compressed: what is seen by whom and when
-module(read_ahead_and_delayed).
-include("../support/edge.hrl").

main() -> scratch_folder:with(fun(Folder) -> show(filename:join(Folder, "f")) end).

show(F) ->
    ?T(on(F, [write, delayed_write], fun(D) -> file:write(D, "abc"), file:write(D, "def"), file:position(D, cur) end)),
    ?T(file:read_file(F)),
    ?T(on(F, [write, raw, {delayed_write, 10, 100000}], fun(D) -> file:write(D, "short"), {ok, Before} = file:read_file(F),
        file:write(D, "and much longer"), {Before, file:sync(D), file:read_file(F)} end)),
    ?T(on(F, [append], fun(D) -> file:position(D, bof), file:write(D, "!"), file:position(D, cur) end)),
    ?T(on(F, [append, read, raw], fun(D) -> {file:read(D, 5), file:write(D, "?"), file:pread(D, 0, 3), file:read(D, 1)} end)),
    ?T(file:read_file(F)),
    ?T(file:open(F, [write, exclusive])),
    ?T(on(F, [read, {read_ahead, 4}, binary], fun(D) -> [file:read(D, N) || N <- [1, 2, 5, 1]] end)),
    ?T(on(F, [read, raw, {read_ahead, 4}], fun(D) -> {file:read(D, 2), file:position(D, cur), file:position(D, {cur, 1}), file:read(D, 2)} end)),
    ?T(on(F, [read, raw, read_ahead, binary], fun(D) -> {file:read_line(D), file:read_line(D)} end)),
    ?T(on(F, [write, compressed], fun(D) -> file:write(D, lists:duplicate(5000, $z)) end)),
    ?T(filelib:file_size(F) < 200),
    ?T(on(F, [read, compressed, binary], fun(D) -> {file:read(D, 4), file:position(D, 4998), file:read(D, 9), file:read(D, 1)} end)),
    ?T(on(F, [read, raw, compressed], fun(D) -> {file:read(D, 3), file:position(D, {bof, 1}), file:position(D, eof)} end)),
    ?T(on(F, [read, write, compressed], fun(_) -> opened end)),
    ?T(on(F, [write], fun(D) -> file:write(D, "plain") end)),
    ?T(on(F, [read, compressed], fun(D) -> file:read(D, 100) end)),
    ?T(on(F, [read], fun(D) -> {file:write(D, "x"), file:read(D, 0), file:read(D, -1), file:read(D, a)} end)),
    ?T(on(F, [write], fun(D) -> {file:read(D, 1), file:write(D, [a]), file:write(D, [256])} end)),
    ok.

on(F, Modes, Do) ->
    case file:open(F, Modes) of
        {ok, D} -> R = Do(D), {R, file:close(D), file:close(D)};
        Error -> Error
    end.
