%% shows that other processes run while a dirty call waits, and how its process is seen
-module(nif_dirty_gate).
-export([main/0]).

main() ->
    Main = self(),
    Pid = spawn(fun() -> Main ! {result, nif_running:gate(Main)} end),
    receive waiting -> ok end,
    Pid ! hello,
    io:format("~p~n", [process_info(Pid, status)]),
    io:format("~p~n", [is_process_alive(Pid)]),
    io:format("~p~n", [process_info(Pid, message_queue_len)]),
    io:format("~p~n", [process_info(Pid, current_function)]),
    link(Pid),
    unlink(Pid),
    io:format("~p~n", [lists:sum([N || N <- lists:seq(1, 1000)])]),
    nif_running:open_gate(),
    io:format("~p~n", [receive {result, R} -> R end]).
