%% shows options of datagram sockets, what comes with datagrams, and errors
-module(udp_options).
-export([main/0]).

main() ->
    {ok, Socket} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}, binary, {active, false}]),
    {ok, Port} = inet:port(Socket),
    Names = [active, mode, buffer, header, read_packets, broadcast, reuseaddr, recvtos, recvttl, deliver],
    io:format("~p~n", [inet:getopts(Socket, Names)]),
    io:format("~p~n", [inet:setopts(Socket, [{read_packets, 7}, {broadcast, true}, {recvtos, true}, {recvttl, true}])]),
    io:format("~p~n", [inet:getopts(Socket, Names)]),
    ok = gen_udp:send(Socket, {127, 0, 0, 1}, Port, "with"),
    {ok, {_, Port, Anc, Data}} = gen_udp:recv(Socket, 0, 5000),
    io:format("~p ~p~n", [lists:sort(Anc), Data]),
    ok = inet:setopts(Socket, [{active, true}]),
    ok = gen_udp:send(Socket, {127, 0, 0, 1}, Port, [{tos, 16}, {ttl, 20}], "sent"),
    receive {udp, Socket, _, Port, Anc2, Data2} -> io:format("~p ~p~n", [lists:sort(Anc2), Data2]) after 5000 -> none end,
    io:format("~p~n", [inet:setopts(Socket, [{read_packets, 0}])]),
    io:format("~p~n", [gen_udp:open(Port, [{ip, {127, 0, 0, 1}}])]),
    io:format("~p~n", [gen_udp:recv(Socket, 0, 10)]),
    io:format("~p~n", [prim_inet:gettype(Socket)]),
    unreachable().

unreachable() ->
    {ok, Gone} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Gone),
    gen_udp:close(Gone),
    {ok, Socket} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}, {active, false}]),
    ok = gen_udp:connect(Socket, {127, 0, 0, 1}, Port),
    ok = gen_udp:send(Socket, "nobody"),
    io:format("~p~n", [gen_udp:recv(Socket, 0, 1000)]).
