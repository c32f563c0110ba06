%% shows that the type of service and the priority of a socket do not change each other, in any order, also as raw options
-module(tcp_tos_and_priority).

-export([main/0]).

main() ->
    {ok, Listening} = gen_tcp:listen(0, [{active, false}, {ip, {127, 0, 0, 1}}, {priority, 5}, {tos, 32}]),
    show(listening, Listening),
    {ok, Port} = inet:port(Listening),
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [{active, false}, {tos, 64}, {priority, 2}]),
    show(connected, Socket),
    [begin ok = inet:setopts(Socket, Options), show(Options, Socket) end ||
        Options <- [[{tos, 96}], [{priority, 6}], [{tos, 0}], [{reuseaddr, true}], [{raw, 0, 1, <<32:32/native>>}],
                    [{raw, 1, 12, <<4:32/native>>}], [{tos, 96}, {priority, 1}, {tos, 128}]]],
    {ok, Accepted} = gen_tcp:accept(Listening),
    show(accepted, Accepted),
    {ok, Datagrams} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}, {priority, 3}, {tos, 160}]),
    show(datagrams, Datagrams),
    %% A reply has room for 64 KiB, and less.
    io:format("~p~n", [inet:getopts(Socket, [{raw, 1, 13, 65530}])]),
    io:format("~p~n", [inet:getopts(Socket, [{raw, 1, 13, 65536}])]),
    {ok, [{raw, 1, 13, Linger}]} = inet:getopts(Socket, [{raw, 1, 13, 65000}]),
    io:format("~p~n", [Linger]),
    [ok = gen_tcp:close(S) || S <- [Socket, Accepted, Listening]],
    ok = gen_udp:close(Datagrams).

show(What, Socket) -> io:format("~0p: ~p~n", [What, inet:getopts(Socket, [tos, priority])]).
