%% shows shutdown of one direction, of both, and what can be done afterwards
-module(tcp_half_close).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair([{exit_on_close, false}], []),
    ok = gen_tcp:send(Client, "question"),
    io:format("~p~n", [gen_tcp:shutdown(Client, write)]),
    io:format("~p~n", [gen_tcp:recv(Server, 8, 5000)]),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]),
    io:format("~p~n", [gen_tcp:send(Server, "answer")]),
    io:format("~p~n", [gen_tcp:recv(Client, 6, 5000)]),
    io:format("~p~n", [gen_tcp:shutdown(Server, read_write)]),
    io:format("~p~n", [gen_tcp:recv(Client, 0, 5000)]),
    {Server2, Client2} = loopback:pair(),
    io:format("~p~n", [gen_tcp:shutdown(Server2, read)]),
    io:format("~p~n", [gen_tcp:recv(Server2, 0, 5000)]),
    io:format("~p~n", [[gen_tcp:shutdown(S, read) || S <- [Server2]]]),
    gen_tcp:close(Client2).
