%% shows that a packet above the limit ends an active socket with an error and no exit signal for its owner
-module(tcp_too_long).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    {Listening, Port} = loopback:listen(),
    [show(Listening, Port, Packet, Data, Options) ||
        {Packet, Data} <- [{1, <<11, "12345678901">>}, {4, <<0, 0, 0, 11, "12345678901">>}, {line, <<"12345678901234567890\n">>}],
        Options <- [[], [{exit_on_close, false}]]].

show(Listening, Port, Packet, Data, Options) ->
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {packet, Packet}, {packet_size, 10}, {active, true} | Options]),
    {ok, Server} = gen_tcp:accept(Listening),
    ok = gen_tcp:send(Server, Data),
    Error = receive {tcp_error, Client, Reason} -> Reason end,
    Closed = receive {tcp_closed, Client} -> closed end,
    Options =/= [] orelse ended(Client),
    io:format("~p ~p ~p ~p ~p~n", [Packet, Options, Error, Closed, erlang:port_info(Client) =/= undefined]),
    gen_tcp:close(Client),
    gen_tcp:close(Server),
    receive {'EXIT', Client, Why} -> io:format("exit signal ~p~n", [Why]) after 0 -> ok end.

ended(Port) ->
    erlang:port_info(Port) =:= undefined orelse
        begin
            receive after 1 -> ok end,
            ended(Port)
        end.
