%% shows read-write locks of C code
-module(nif_rwlocks).
-export([main/0]).

main() -> io:format("~p~n", [nif_threading:rwlocks()]).
