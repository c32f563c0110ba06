%% shows streams and datagrams over IPv6
-module(inet6_sockets).
-export([main/0]).

main() ->
    {ok, Listening} = gen_tcp:listen(0, [inet6, {ip, {0, 0, 0, 0, 0, 0, 0, 1}}, binary, {active, false}]),
    {ok, {Ip, Port}} = inet:sockname(Listening),
    {ok, Client} = gen_tcp:connect({0, 0, 0, 0, 0, 0, 0, 1}, Port, [inet6, binary, {active, false}], 5000),
    {ok, Server} = gen_tcp:accept(Listening, 5000),
    ok = gen_tcp:send(Client, "six"),
    io:format("~p ~p~n", [Ip, gen_tcp:recv(Server, 0, 5000)]),
    io:format("~p~n", [[prim_inet:gettype(S) || S <- [Listening, Server]]]),
    {ok, Udp} = gen_udp:open(0, [inet6, {ip, {0, 0, 0, 0, 0, 0, 0, 1}}, binary, {active, false}, {recvtclass, true}]),
    {ok, UdpPort} = inet:port(Udp),
    ok = gen_udp:send(Udp, {0, 0, 0, 0, 0, 0, 0, 1}, UdpPort, "datagram"),
    {ok, {From, UdpPort, Anc, Data}} = gen_udp:recv(Udp, 0, 5000),
    io:format("~p ~p ~p~n", [From, Anc, Data]),
    io:format("~p~n", [inet:getopts(Udp, [ipv6_v6only, tclass])]).
