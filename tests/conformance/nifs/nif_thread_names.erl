%% shows registered names, asked for by a thread that is no scheduler
-module(nif_thread_names).
-export([main/0]).

main() ->
    register(a_name, self()),
    io:format("~p~n", [nif_threading:name_on_thread(a_name)]),
    io:format("~p~n", [nif_threading:name_on_thread(no_name) rem 10]).
