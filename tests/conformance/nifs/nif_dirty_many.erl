%% shows more dirty calls than there are threads
-module(nif_dirty_many).
-export([main/0]).

main() ->
    Main = self(),
    Pids = [spawn(fun() ->
                          Seen = [nif_running:F() || F <- [where, where_cpu, where_io], _ <- lists:seq(1, 5)],
                          {N, N} = nif_running:echo_io(N),
                          Main ! {self(), lists:usort(Seen), N}
                  end) || N <- lists:seq(1, 50)],
    Answers = [receive {Pid, Seen, N} -> {Seen, N} end || Pid <- Pids],
    io:format("~p~n", [lists:usort([Seen || {Seen, _} <- Answers])]),
    io:format("~p~n", [lists:sum([N || {_, N} <- Answers])]).
