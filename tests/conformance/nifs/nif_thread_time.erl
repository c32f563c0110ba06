%% shows that only threads of the machine may ask for its time
-module(nif_thread_time).
-export([main/0]).

main() -> io:format("~p~n", [nif_threading:time_on_thread()]).
