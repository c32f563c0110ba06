%% shows terms, forms, tokens and expressions read from a file by io, with places, errors and ends
-module(terms_from_devices).
-include("../support/edge.hrl").

main() -> scratch_folder:within(fun(_) -> show() end).

show() ->
    ?T(all("a. {b, [1]}.\n\"c\". d", fun(D) -> io:read(D, "") end)),
    ?T(all("a.\n\nb.\n", fun(D) -> io:read(D, "", 1) end)),
    ?T(all("a b. c.", fun(D) -> io:read(D, "") end)),
    ?T(all("X. f(1).", fun(D) -> io:read(D, "") end)),
    ?T(all("f(X) ->\n  X.\n-a(b).", fun(D) -> io:parse_erl_form(D, "") end)),
    ?T(all("f(X) -> . g() -> 1.", fun(D) -> io:parse_erl_form(D, "", 10) end)),
    ?T(all("X = 1, Y.\nZ.", fun(D) -> io:parse_erl_exprs(D, "") end)),
    ?T(all("a + $b. 'c'.", fun(D) -> io:scan_erl_exprs(D, "") end)),
    ?T(all("f() -> x.", fun(D) -> io:scan_erl_form(D, "", {3, 1}) end)),
    ?T(all("12 abc 3.5 16#", fun(D) -> io:fread(D, "", "~d ~s ~f") end)),
    ?T(all("1,2\n3,x", fun(D) -> io:fread(D, "", "~d,~d") end)),
    ?T(all("abc", fun(D) -> io:get_chars(D, "", 2) end)),
    ?T(all(<<"å€"/utf8>>, fun(D) -> io:setopts(D, [{encoding, utf8}]), io:get_chars(D, "", 1) end)),
    ?T(all("", fun(D) -> io:read(D, "") end)),
    ok.

%% What is read, one after another, to the end or the fifth.
all(Text, Read) ->
    file:write_file("text", Text),
    {ok, D} = file:open("text", [read]),
    R = some(5, D, Read),
    file:close(D),
    R.
some(0, _, _) -> [];
some(N, D, Read) -> case Read(D) of eof -> [eof]; {eof, At} -> [{eof, At}]; X -> [X | some(N - 1, D, Read)] end.
