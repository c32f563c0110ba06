%% shows calls that go from one kind of thread to another
-module(nif_scheduled_kinds).
-export([main/0]).

main() ->
    [io:format("~p~n", [nif_running:hops(N, [])]) || N <- lists:seq(0, 7)],
    io:format("~p~n", [length(nif_running:hops(60, []))]).
