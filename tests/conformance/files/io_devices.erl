%% shows files as I/O devices: encodings, lines, terms, what cannot be translated
-module(io_devices).
-export([main/0]).

main() ->
    Name = filename:join(filename:basedir(user_cache, "sonde-test"), "device" ++ os:getpid()),
    ok = filelib:ensure_dir(Name),
    {ok, W} = file:open(Name, [write, {encoding, utf8}]),
    io:format(W, "~ts~n~p.~n", ["gr\x{fc}n \x{1F600}", {a, "b", 1.5}]),
    ok = file:close(W),
    show(file:read_file(Name)),
    {ok, R} = file:open(Name, [read, {encoding, utf8}]),
    show([io:get_line(R, ''), io:read(R, ''), io:read(R, ''), file:position(R, 0), io:get_chars(R, '', 5), io:getopts(R), file:close(R)]),
    {ok, L} = file:open(Name, [write]),
    show([io:put_chars(L, "x\n"), element(1, catch io:put_chars(L, [1234])), element(1, catch io:put_chars(L, "gone"))]),
    ok = file:write_file(Name, "{x,1}.\n{y,\n2}.\n"),
    show([file:consult(Name), file:path_consult(["/nowhere", filename:dirname(Name)], filename:basename(Name)) =/= error]),
    ok = file:write_file(Name, "{x,1}.\n{y"),
    show([element(1, file:consult(Name)), file:script(Name)]),
    ok = file:write_file(Name, "A = 1, B = 2.\n{A, B, C}.\n"),
    show(file:script(Name, [{'C', 3}])),
    {ok, B} = file:open(Name, [read, binary]),
    show([io:get_line(B, ''), file:read(B, 3), io:setopts(B, [list]), file:read_line(B), file:read_line(B), file:close(B)]),
    show([file:copy(Name, Name ++ "2"), file:read_file(Name ++ "2"), file:delete(Name), file:delete(Name ++ "2"), file:copy(Name, Name ++ "2")]).

show(Value) -> io:format("~p~n", [Value]).
