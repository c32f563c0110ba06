%% shows init:get_argument(progname): what starts nodes with the arguments of erl is called erl, in whichever folder.
-module(program_name).
-export([main/0]).

main() ->
    {ok, [[Program]]} = init:get_argument(progname),
    {progname, [Same]} = lists:keyfind(progname, 1, init:get_arguments()),
    io:format("~p ~p~n", [filename:basename(Program), Same =:= Program]).
