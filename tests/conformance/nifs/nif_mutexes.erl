%% shows mutexes of C code
-module(nif_mutexes).
-export([main/0]).

main() -> io:format("~p~n", [nif_threading:mutexes()]).
