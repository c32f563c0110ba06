%% shows condition variables of C code
-module(nif_conditions).
-export([main/0]).

main() -> io:format("~p~n", [nif_threading:conditions()]).
