%% shows recv of exact lengths, of what there is, more than there is, zero, too much, and in the wrong mode
-module(tcp_receive_lengths).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair(),
    ok = gen_tcp:send(Client, "abcdefghij"),
    io:format("~p~n", [[gen_tcp:recv(Server, N, 5000) || N <- [1, 3, 2]]]),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]),
    io:format("~p~n", [gen_tcp:recv(Server, 4, 20)]),
    ok = gen_tcp:send(Client, "klm"),
    io:format("~p~n", [gen_tcp:recv(Server, 4, 50)]),
    ok = gen_tcp:send(Client, "n"),
    io:format("~p~n", [gen_tcp:recv(Server, 4, 5000)]),
    io:format("~p~n", [gen_tcp:recv(Server, 16#4000001, 20)]),
    io:format("~p~n", [catch gen_tcp:recv(Server, 0, 0)]),
    ok = inet:setopts(Server, [{packet, 1}]),
    io:format("~p~n", [gen_tcp:recv(Server, 2, 20)]),
    ok = inet:setopts(Server, [{active, true}]),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 20)]),
    ok = inet:setopts(Server, [{active, false}, {packet, raw}, list, {header, 2}]),
    ok = gen_tcp:send(Client, "opqr"),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]),
    ok = inet:setopts(Server, [binary]),
    ok = gen_tcp:send(Client, "opqr"),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]),
    ok = gen_tcp:unrecv(Server, "again"),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]).
