%% shows lines that are longer than the buffer, longer than allowed, without an end, and another delimiter
-module(tcp_lines).
-export([main/0]).

main() ->
    lines([{packet, line}, {buffer, 10}], <<"short\n0123456789abcdefghijklm\nend">>),
    lines([{packet, line}, {packet_size, 8}], <<"short\n0123456789abc\n">>),
    lines([{packet, line}, {line_delimiter, $;}], <<"a;b\n;c">>),
    lines([{packet, 2}, {packet_size, 4}], <<0, 4, "abcd", 0, 5, "abcde">>).

lines(Options, Bytes) ->
    {Server, Client} = loopback:pair(),
    ok = inet:setopts(Server, Options),
    ok = gen_tcp:send(Client, Bytes),
    gen_tcp:close(Client),
    io:format("~p~n", [packets(Server)]).

packets(Socket) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, Data} -> [Data | packets(Socket)];
        {error, Reason} -> [Reason]
    end.
