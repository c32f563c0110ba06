%% shows how threads of C code know each other
-module(nif_thread_identities).
-export([main/0]).

main() -> io:format("~p~n", [nif_threading:identities()]).
