%% shows io:read and io:fread on standard input
%% stdin: {a, [1, 2.5], "text"}.\n  foo\n  . 12 0x ab\n [unfinished
-module(read_terms).
-export([main/0]).

main() ->
    io:format("~p~n", [io:read("")]),
    io:format("~p~n", [io:read("")]),
    io:format("~p~n", [io:fread("", "~d ~s")]),
    {error, {_, Module, _}} = io:read(""),
    io:format("~p~n", [Module]),
    io:format("~p~n", [io:read("")]),
    ok.
