%% shows init:get_argument(progname), which nodes are started with: erl, and the first program of this name on PATH is the machine's own.
-module(program_name).
-export([main/0]).

main() ->
    {ok, [[Program]]} = init:get_argument(progname),
    {progname, [Same]} = lists:keyfind(progname, 1, init:get_arguments()),
    io:format("~p ~p ~p~n", [Program, Same =:= Program, filename:basename(os:find_executable(Program))]),
    io:format("~p ~p~n", [os:getenv("PROGNAME"), os:getenv("EMU")]),
    Path = string:lexemes(os:getenv("PATH"), ":"),
    [Bin] = [Folder || Folder <- Path, Folder =:= filename:join(os:getenv("ROOTDIR"), "bin")],
    io:format("~p~n", [lists:member(os:getenv("BINDIR"), lists:takewhile(fun(Folder) -> Folder =/= Bin end, Path))]).
