%% shows io:get_chars and get_line mixed on standard input, and prompts
%% stdin: abcdefghij\nklm\nrest
-module(read_chars).
-export([main/0]).

main() ->
    io:format("~p~n", [io:get_chars("", 3)]),
    io:format("~p~n", [io:get_line("")]),
    io:format("~p~n", [io:get_chars("", 2)]),
    io:format("~p~n", [io:get_chars("", 100)]),
    io:format("~p~n", [io:get_chars("", 1)]),
    ok.
