%% shows how C code uses up a time slice
-module(nif_timeslice).
-export([main/0]).

main() ->
    [io:format("~p~n", [nif_running:slice(Percent)]) || Percent <- [1, 10, 50, 100]].
