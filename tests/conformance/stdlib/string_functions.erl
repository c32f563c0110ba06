%% shows functions of string on text with and without characters beyond latin-1
-module(string_functions).
-export([main/0]).

main() ->
    io:format("~ts ~ts ~ts~n", [string:uppercase("abc λé"), string:lowercase("ABC ΛÉ"), string:titlecase("word")]),
    io:format("~p ~p~n", [string:split("a,b,c", ","), string:split("a,b,c", ",", all)]),
    io:format("~p ~p~n", [string:lexemes("  a b  c ", " "), string:tokens("a.b:c", ".:")]),
    io:format("~p ~p ~p~n", [string:trim("  x  "), string:trim("xxaxx", leading, "x"), string:trim("a\n", trailing)]),
    io:format("~w ~w~n", [string:length("e\x{301}"), string:length(<<"λμ"/utf8>>)]),
    io:format("~p ~p ~p~n", [string:slice("hello", 1, 3), string:pad("ab", 5), string:pad("ab", 5, leading, $*)]),
    io:format("~p ~p~n", [string:find("hello world", "o"), string:find("hello world", "o", trailing)]),
    io:format("~p ~p~n", [string:replace("aXbXc", "X", "-", all), string:prefix("prefix", "pre")]),
    io:format("~p ~p ~p~n", [string:reverse("abc"), string:equal("abc", "ABC", true), string:is_empty("")]),
    io:format("~p ~p~n", [string:join(["a", "b"], ", "), string:to_integer("42 rest")]),
    io:format("~p ~p ~p~n", [string:chr("hello", $l), string:rchr("hello", $l), string:str("hello", "lo")]),
    io:format("~p ~p~n", [string:next_grapheme("e\x{301}x"), string:take("aab", "a")]),
    ok.
