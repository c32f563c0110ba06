%% shows files in memory: file:open/2 with `ram`, and what module file does with them
-module(ram_files).
-include("../support/edge.hrl").

main() ->
    modes(),
    reading_and_writing(),
    positions(),
    copies().

opened(Data, Modes) ->
    case file:open(Data, Modes) of
        {ok, File} -> {ok, file:read(File, 100), file:write(File, "x"), file:truncate(File), file:close(File)};
        Error -> Error
    end.

modes() ->
    [?T({Modes, opened("l1\nl2", [ram | Modes])})
     || Modes <- [[], [read], [write], [read, write], [binary], [append], [exclusive], [read, write, binary]]],
    ?T(opened(<<"abc">>, [ram])),
    ?T(opened(["a" | <<"b">>], [ram])),
    ?T(opened([a], [ram])),
    ?T(opened([256], [ram])),
    ?T(opened("", [ram])).

reading_and_writing() ->
    {ok, File} = file:open("hello world", [ram, read, write]),
    ?T(file:read(File, 3)),
    ?T(file:position(File, cur)),
    ?T(file:write(File, "XY")),
    ?T(ram_file:get_file(File)),
    ?T(ram_file:get_size(File)),
    ?T(file:pread(File, [{0, 2}, {1, 100}, {50, 2}, {50, 0}])),
    ?T(file:pread(File, 2, 3)),
    ?T(file:pread(File, -1, 1)),
    ?T(file:pread(File, 20, 1)),
    ?T(file:pwrite(File, [{0, "a"}, {14, <<"b">>}])),
    ?T(file:pwrite(File, [{0, "a"}, {a, <<"b">>}])),
    ?T(file:pwrite(File, [{0, "a"}, {-2, <<"b">>}])),
    ?T(file:pwrite(File, 1, ["e" | <<"ll">>])),
    ?T(file:pwrite(File, -1, "a")),
    ?T(file:pwrite(File, 1, [1, 2, a])),
    ?T(ram_file:get_file(File)),
    ?T(file:read(File, -1)),
    ?T(file:read(File, a)),
    ?T(file:write(File, [300])),
    ?T(file:sync(File)),
    ?T(file:datasync(File)),
    ?T(file:advise(File, 0, 0, normal)),
    ?T(file:advise(File, 0, 0, sometimes)),
    ?T(file:allocate(File, 0, 10)),
    ?T(file:close(File)),
    ?T(file:close(File)),
    ?T(file:read(File, 1)).

positions() ->
    {ok, File} = file:open("0123456789", [ram, read, write, binary]),
    [?T({Where, file:position(File, Where)})
     || Where <- [0, bof, eof, cur, 5, {cur, 2}, {cur, -7}, {cur, -1}, {eof, -3}, {eof, 3}, {eof, -11}, -1, {bof, 1 bsl 33},
                  somewhere]],
    ?T(file:position(File, {eof, 2})),
    ?T(file:write(File, [])),
    ?T(ram_file:get_file(File)),
    ?T(file:truncate(File)),
    ?T(ram_file:get_size(File)),
    ?T(file:position(File, 4)),
    ?T(file:truncate(File)),
    ?T(ram_file:get_file(File)),
    ?T(file:position(File, 6)),
    ?T(file:write(File, <<"end">>)),
    ?T(ram_file:get_file(File)),
    ?T(file:close(File)).

copies() ->
    {ok, From} = file:open(lists:duplicate(100000, $a), [ram, read, binary]),
    {ok, To} = file:open("", [ram, read, write, binary]),
    ?T(file:copy(From, To, 7)),
    ?T(ram_file:get_file(To)),
    ?T(file:copy(From, To)),
    ?T(ram_file:get_size(To)),
    {ok, _} = file:position(From, 0),
    ?T(file:copy(To, From)),
    ?T(begin {ok, 0} = file:position(To, 0), file:copy(To, From) end).
