%% shows characters beyond Latin-1 in patterns, subjects and results
-module(re_unicode).
-export([main/0]).

main() ->
    p(re:run("\x{400}a", "a", [unicode])),
    p(re:run("\x{400}a", ".", [unicode, {capture, all, list}])),
    p(re:run("\x{400}a", ".", [unicode, {capture, all, binary}])),
    p(re:run("x\x{444}y", [$\x{444}], [unicode, {capture, all, list}])),
    p(re:run(<<"x", 16#444/utf8>>, <<16#444/utf8>>, [unicode])),
    p(re:run("\x{c5}\x{e5}", "\x{e5}", [unicode, caseless, global])),
    p(re:split("a\x{20ac}b\x{20ac}c", "\x{20ac}", [unicode, {return, list}])),
    p(re:replace("a\x{20ac}b", "\x{20ac}", "e", [unicode, {return, list}])),
    {ok, R} = re:compile("^\\w+$", [unicode, ucp]),
    p(re:run("\x{444}\x{443}", R, [{capture, first, list}])),
    p(try re:run(<<255, 1>>, ".", [unicode]) catch error:X -> X end),
    p(re:run(<<255, 1>>, "\\xff", [])).

p(X) -> io:format("~w~n", [X]).
