%% shows statistics, the status and the type of sockets, and what a port says about a socket
-module(tcp_statistics).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair([{packet, 2}], [{packet, 2}]),
    [ok = gen_tcp:send(Client, binary:copy(<<"z">>, N)) || N <- [10, 20, 60]],
    [{ok, _} = gen_tcp:recv(Server, 0, 5000) || _ <- "123"],
    [io:format("~p~n", [inet:getstat(Socket)]) || Socket <- [Client, Server]],
    io:format("~p~n", [inet:getstat(Client, [send_oct])]),
    io:format("~p~n", [[prim_inet:getstatus(Socket) || Socket <- [Server, Client]]]),
    io:format("~p~n", [[prim_inet:gettype(Socket) || Socket <- [Server, Client]]]),
    io:format("~p~n", [[erlang:port_info(Server, Item) || Item <- [name, output, os_pid, queue_size]]]),
    io:format("~p~n", [erlang:port_info(Server, connected) =:= {connected, self()}]),
    io:format("~p~n", [erlang:port_info(Server, links) =:= {links, [self()]}]),
    io:format("~p~n", [[lists:member(Socket, erlang:ports()) || Socket <- [Server, Client]]]),
    {ok, Fd} = inet:getfd(Client),
    io:format("~p~n", [is_integer(Fd)]),
    gen_tcp:close(Server),
    io:format("~p~n", [[lists:member(Socket, erlang:ports()) || Socket <- [Server, Client]]]).
