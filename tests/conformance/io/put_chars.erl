%% shows io:put_chars, nl, write, fwrite of text in several encodings
-module(put_chars).
-export([main/0]).

main() ->
    io:put_chars("characters\n"),
    io:put_chars([<<"io">>, $l, ["ist"], 10]),
    io:put_chars([955, 32, 8364, 32, 128512, 10]),
    io:put_chars(<<"utf8 λ€\n"/utf8>>),
    io:write({a, "b"}), io:nl(),
    io:fwrite("~w~n", [done]),
    io:put_chars(standard_io, "to standard_io\n"),
    io:put_chars(user, "to user\n"),
    io:format("~w~n", [try io:put_chars([a]) catch error:R -> R end]),
    io:format("~w~n", [try io:put_chars(no_such_device, "x") catch error:R2 -> R2 end]),
    ok.
