%% shows a C function that goes on in another call
-module(nif_scheduled).
-export([main/0]).

main() ->
    io:format("~p~n", [nif_running:count(0, 0)]),
    io:format("~p~n", [nif_running:count(1000, 0)]),
    io:format("~p~n", [[nif_running:count(N, N) || N <- [1, 2, 3]]]),
    show(fun() -> nif_running:count(a, 0) end),
    Main = self(),
    Pids = [spawn(fun() -> Main ! {self(), nif_running:count(N * 10, 0)} end) || N <- lists:seq(1, 10)],
    io:format("~p~n", [[receive {Pid, Sum} -> Sum end || Pid <- Pids]]).

show(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
