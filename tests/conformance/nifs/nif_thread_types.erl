%% shows which kind of thread runs a C function
-module(nif_thread_types).
-export([main/0]).

main() ->
    io:format("~p~n", [nif_running:where()]),
    io:format("~p~n", [nif_running:where_cpu()]),
    io:format("~p~n", [nif_running:where_io()]),
    io:format("~p~n", [nif_running:pid() =:= self()]),
    io:format("~p~n", [nif_running:pid_cpu() =:= self()]).
