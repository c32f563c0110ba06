%% shows init:get_argument(progname): what starts nodes with the arguments of erl is called erl.
-module(program_name).
-export([main/0]).

main() ->
    io:format("~p~n", [init:get_argument(progname)]),
    io:format("~p~n", [lists:keyfind(progname, 1, init:get_arguments())]).
