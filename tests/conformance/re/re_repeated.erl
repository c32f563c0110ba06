%% shows matching again and again, and what is built on it: global, split, replace
-module(re_repeated).
-export([main/0]).

main() ->
    p(re:run("xabcxabc", "abc", [global])),
    p(re:run("xabcxabc", "a(.)c", [global, {capture, all_but_first, list}])),
    p(re:run("xab", "(a)|(b)", [global, {capture, all_but_first, list}])),
    p(re:run("abc", "", [global])),
    p(re:run("aXbXc", "x", [global, caseless, {capture, none}])),
    p(re:run("none", "x", [global])),
    {ok, R} = re:compile("[aeiou]"),
    p(re:run("education", R, [global, {capture, first, list}])),
    p(re:split("a,b,,c", ",")),
    p(re:split("a,b,c", "(,)", [{return, list}, {parts, 2}])),
    p(re:split("abc", "", [{return, list}])),
    p(re:split("a,b,,", ",", [trim, {return, list}])),
    p(re:split("a1b22c", "(\\d)(\\d)?", [group, {return, list}])),
    p(re:replace("abcd", "b(c)", "[&\\1\\g1]", [{return, list}])),
    p(re:replace("abab", "b", "x", [global, {return, binary}])),
    p(re:replace("abab", "z", "x", [{return, list}])),
    p(iolist_to_binary(re:replace("the cat sat", "\\b(.)", "<\\1>", [global]))).

p(X) -> io:format("~p~n", [X]).
