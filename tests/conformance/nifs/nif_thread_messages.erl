%% shows messages from threads that are no schedulers
-module(nif_thread_messages).
-export([main/0]).

main() ->
    io:format("~p~n", [nif_threading:send_from_thread(self(), 100)]),
    Messages = [receive {N, Text} -> {N, Text} end || _ <- lists:seq(1, 100)],
    io:format("~p~n", [lists:sublist(Messages, 3)]),
    io:format("~p~n", [[N || {N, _} <- Messages] =:= lists:seq(1, 100)]),
    Dead = spawn(fun() -> ok end),
    Watch = monitor(process, Dead),
    receive {'DOWN', Watch, process, Dead, _} -> ok end,
    io:format("~p~n", [nif_threading:send_from_thread(Dead, 3)]),
    Main = self(),
    Pids = [spawn(fun() -> Main ! {sent, nif_threading:send_from_thread(Main, 20)} end) || _ <- lists:seq(1, 5)],
    io:format("~p~n", [lists:sum([receive {sent, N} -> N end || _ <- Pids])]),
    io:format("~p~n", [length([receive {N, _} when is_integer(N) -> N end || _ <- lists:seq(1, 100)])]).
