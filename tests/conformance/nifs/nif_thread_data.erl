%% shows data that each thread of C code has for itself
-module(nif_thread_data).
-export([main/0]).

main() ->
    io:format("~p~n", [nif_threading:thread_data()]),
    io:format("~p~n", [nif_threading:thread_data()]).
