%% shows re: run with captures, global, named groups, replace, split, compiled patterns, errors
-module(regular_expressions).
-export([main/0]).

main() ->
    io:format("~w~n", [re:run("hello world", "o")]),
    io:format("~p~n", [re:run("hello world", "(h.)(l+)", [{capture, all, list}])]),
    io:format("~p~n", [re:run("a1b22c333", "[0-9]+", [global, {capture, first, binary}])]),
    io:format("~p~n", [re:run("key=value", "(?<k>\\w+)=(?<v>\\w+)", [{capture, [v, k], list}])]),
    io:format("~w ~w~n", [re:run("abc", "x"), re:run("ABC", "b", [caseless, {capture, none}])]),
    io:format("~s~n", [re:replace("hello world", "(\\w+) (\\w+)", "\\2 \\1 &", [{return, list}])]),
    io:format("~s~n", [re:replace("aaa", "a", "b", [global, {return, list}])]),
    io:format("~p~n", [re:split("a, b,c", ",\\s*", [{return, list}])]),
    {ok, C} = re:compile("^(\\d{4})-(\\d\\d)$", [multiline]),
    io:format("~w~n", [re:run("x\n2024-05\ny", C)]),
    io:format("~w~n", [element(1, re:compile("(unclosed"))]),
    io:format("~ts~n", [re:replace("λx", "λ", "mu", [unicode, {return, list}])]),
    ok.
