%% shows that a TCP socket takes data by force, as nodes send their signs of life, and that a UDP socket does not
-module(tcp_force).
-export([main/0]).

main() ->
    {ok, Listening} = gen_tcp:listen(0, [{active, false}, binary, {packet, raw}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Listening),
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [{packet, 4}, binary]),
    {ok, Accepted} = gen_tcp:accept(Listening),
    io:format("~p~n", [inet_tcp:send(Socket, [], [force])]),
    io:format("~p~n", [inet_tcp:send(Socket, <<"x">>, [force, nosuspend])]),
    io:format("~p~n", [gen_tcp:recv(Accepted, 9, 5000)]),
    io:format("~p~n", [inet_tcp:send(Accepted, <<0, 0, 0, 1, "y">>, [force])]),
    io:format("~p~n", [receive {tcp, Socket, Data} -> Data after 5000 -> none end]),
    {ok, Datagrams} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}]),
    io:format("~p~n", [try erlang:port_command(Datagrams, [], [force]) catch error:Reason -> Reason end]).
