%% shows packet modes of HTTP: requests, responses, headers, a header over two lines, the change of mode in the middle
-module(tcp_http).
-export([main/0]).

main() ->
    Request = <<"GET /x?y HTTP/1.1\r\nHost: me\r\nX-Other: a\r\n b\r\n\r\nbody">>,
    [passive(Mode, Request) || Mode <- [http, http_bin]],
    passive(http_bin, <<"HTTP/1.0 404 Not here\r\nContent-Length: 0\r\n\r\n">>),
    passive(httph_bin, <<"Accept: all\r\n\r\n">>),
    passive(http_bin, <<"no request at all\r\n">>),
    active(Request).

passive(Mode, Bytes) ->
    {Server, Client} = loopback:pair([{packet, Mode}], []),
    ok = gen_tcp:send(Client, Bytes),
    gen_tcp:close(Client),
    io:format("~p: ~p~n", [Mode, packets(Server)]),
    gen_tcp:close(Server).

packets(Socket) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, http_eoh} -> ok = inet:setopts(Socket, [{packet, raw}]), [http_eoh | packets(Socket)];
        {ok, Packet} -> [Packet | packets(Socket)];
        {error, Reason} -> [Reason]
    end.

active(Bytes) ->
    {Server, Client} = loopback:pair([{packet, http_bin}], []),
    ok = inet:setopts(Server, [{active, true}]),
    ok = gen_tcp:send(Client, Bytes),
    io:format("~p~n", [[loopback:next() || _ <- "1234"]]),
    ok = inet:setopts(Server, [{packet, raw}]),
    io:format("~p~n", [loopback:next()]),
    gen_tcp:close(Client),
    io:format("~p~n", [loopback:next()]).
