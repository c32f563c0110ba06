%% shows options of streams: defaults, changes, values of the system, raw ones, and what an accepted socket inherits
-module(tcp_options).
-export([main/0]).
-define(NAMES, [active, mode, packet, packet_size, header, buffer, exit_on_close, deliver, high_watermark, low_watermark,
                high_msgq_watermark, low_msgq_watermark, send_timeout, send_timeout_close, delay_send, show_econnreset,
                reuseaddr, keepalive, dontroute, linger, nodelay, priority, tos, read_packets]).

main() ->
    {Listening, Port} = loopback:listen([{packet, 2}, {send_timeout, 700}, {high_watermark, 20000}, {keepalive, true},
                                         {nodelay, true}, {linger, {true, 3}}, {header, 1}]),
    {Server, Client} = loopback:pair_on(Listening, Port, []),
    [io:format("~p~n", [inet:getopts(Socket, ?NAMES)]) || Socket <- [Listening, Server, Client]],
    Changes = [{packet, line}, {packet_size, 100}, {buffer, 3000}, {low_watermark, 30000}, {high_watermark, 10}, list,
               {send_timeout, infinity}, {exit_on_close, false}, {delay_send, true}, {reuseaddr, true}, {tos, 16},
               {priority, 3}, {high_msgq_watermark, 100}, {linger, {false, 0}}],
    [io:format("~p ~p~n", [Change, inet:setopts(Client, [Change])]) || Change <- Changes],
    io:format("~p~n", [inet:getopts(Client, ?NAMES)]),
    io:format("~p~n", [inet:setopts(Client, [{raw, 6, 1, <<1:32/native>>}])]),
    io:format("~p~n", [inet:getopts(Client, [{raw, 6, 1, 4}, nodelay])]),
    io:format("~p~n", [inet:getopts(Client, [{raw, 6, 1, <<0:32>>}])]),
    {ok, [{recbuf, Size}]} = inet:getopts(Client, [recbuf]),
    io:format("~p~n", [Size > 1000]).
