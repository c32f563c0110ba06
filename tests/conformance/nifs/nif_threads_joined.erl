%% shows threads that C code makes, and what they return
-module(nif_threads_joined).
-export([main/0]).

main() ->
    io:format("~p~n", [nif_threading:squares()]),
    io:format("~p~n", [nif_threading:squares()]).
