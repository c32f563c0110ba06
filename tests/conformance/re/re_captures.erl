%% shows re:run with named, missing, empty and global captures of each type
-module(re_captures).
-include("../support/edge.hrl").

main() ->
    ?T(re:run("abcd", "(a)(x)?(c)?", [])),
    ?T(re:run("abcd", "b(x)?", [{capture, all_but_first, list}])),
    ?T(re:run("abcd", "b(?<n>x)?", [{capture, [n], list}])),
    ?T(re:run("abcd", "(?<a>b)(?<b>c)", [{capture, [b, a], binary}])),
    ?T(re:run("abcd", "b", [{capture, [nosuch], list}])),
    ?T(re:run("abcd", "b", [{capture, [5], list}])),
    ?T(re:run("abcd", "b", [{capture, first, index}])),
    ?T(re:run("aXbX", "X", [global, {capture, all, list}])),
    ?T(re:run("aXbX", "X?", [global])),
    ?T(re:run("", "", [global])),
    ?T(re:run(<<"åäö"/utf8>>, "ä", [unicode])),
    ?T(re:run(<<"åäö"/utf8>>, "(.)", [unicode, global, {capture, all_but_first, list}])),
    ?T(re:run(<<255>>, ".", [unicode])),
    ?T(re:run("abc", "c", [{offset, 3}])),
    ?T(re:run("abc", "^b", [{offset, 1}])),
    ?T(re:run("abc", "b", [anchored])),
    ?T(re:run("aaa", "a+?", [ungreedy])),
    ?T(re:run("a b", "a b", [extended])),
    ?T(re:run("ab", "a(?=b)")),
    ?T(re:run("ab", "(?<=a)b")),
    ?T(re:run(["a", <<"b">>, [$c]], "bc")),
    ?T(re:run("abc", "b", [{capture, all, bad}])),
    ?T(re:run("abc", "b", [notbol | x])),
    ?T(re:run("abc", "b", [global, {capture, none}])),
    ok.
