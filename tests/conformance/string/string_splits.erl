%% shows string: split, lexemes, replace, find and prefix at the ends of texts
-module(string_splits).
-include("../support/edge.hrl").

main() ->
    ?T(string:split("a,b,c", ",")),
    ?T(string:split("a,b,c", ",", trailing)),
    ?T(string:split("a,b,c", ",", all)),
    ?T(string:split("abc", "")),
    ?T(string:split("", ",")),
    ?T(string:split(<<"a--b">>, "--")),
    ?T(string:split("abc", ",", middle)),
    ?T(string:lexemes("a,b;;c", ",;")),
    ?T(string:lexemes("", ",")),
    ?T(string:lexemes("a\r\nb", ["\r\n"])),
    ?T(string:nth_lexeme("a b c", 2, " ")),
    ?T(string:nth_lexeme("a b c", 4, " ")),
    ?T(string:replace("aXbXc", "X", "--")),
    ?T(string:replace("aXbXc", "X", "--", all)),
    ?T(string:replace("aXbXc", "X", "--", trailing)),
    ?T(string:find("abcabc", "ca")),
    ?T(string:find("abcabc", "b", trailing)),
    ?T(string:find("abc", "")),
    ?T(string:find("abc", "z")),
    ?T(string:prefix("abc", "ab")),
    ?T(string:prefix(<<"abc">>, "abc")),
    ?T(string:prefix("abc", "b")),
    ?T(string:to_integer("12abc")),
    ?T(string:to_integer("abc")),
    ?T(string:to_float("1.5e2x")),
    ?T(string:to_float("1")),
    ?T(string:to_integer(12)),
    ok.
