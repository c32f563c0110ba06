%% shows how a socket changes its owner: messages that wait go along, links move, others are refused
-module(tcp_controlling).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair(),
    ok = inet:setopts(Server, [{active, true}]),
    ok = gen_tcp:send(Client, "before"),
    wait_for_message(),
    Self = self(),
    Next = spawn_link(fun() -> Self ! {self(), receive_two()} end),
    Other = spawn_link(fun() -> Self ! {self(), gen_tcp:controlling_process(Server, self())} end),
    io:format("~p~n", [receive {Other, Result} -> Result end]),
    ok = gen_tcp:controlling_process(Server, Next),
    ok = gen_tcp:send(Client, "after"),
    io:format("~p~n", [receive {Next, Received} -> Received end]),
    {ok, Data} = gen_tcp:recv(Client, 0, 5000),
    io:format("~p~n", [Data]),
    io:format("~p~n", [loopback:flush(10)]).

wait_for_message() ->
    case process_info(self(), message_queue_len) of
        {_, 0} -> erlang:yield(), wait_for_message();
        _ -> ok
    end.

receive_two() ->
    First = receive {tcp, _, A} -> A end,
    {Second, Socket} = receive {tcp, S, B} -> {B, S} end,
    ok = gen_tcp:send(Socket, "answer"),
    {First, Second, erlang:port_info(Socket, connected) =:= {connected, self()}}.
