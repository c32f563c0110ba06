%% shows what each packet mode puts in front of data, and how it cuts data that comes in pieces
-module(tcp_packets).
-export([main/0]).

main() ->
    [sent(Mode) || Mode <- [raw, 0, 1, 2, 4]],
    [received(Mode, Pieces) || {Mode, Pieces} <- inputs()],
    ok.

sent(Mode) ->
    {Server, Client} = loopback:pair([{packet, Mode}], []),
    ok = gen_tcp:send(Server, ["ab", <<"cd">>]),
    ok = gen_tcp:send(Server, <<>>),
    gen_tcp:close(Server),
    io:format("~p sends ~p~n", [Mode, all(Client, <<>>)]),
    gen_tcp:close(Client).

all(Socket, Before) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, Data} -> all(Socket, <<Before/binary, Data/binary>>);
        {error, Reason} -> {Before, Reason}
    end.

inputs() ->
    [{1, [<<2>>, <<"a">>, <<"b", 0, 1, "c">>]},
     {2, [<<0>>, <<2, "ab", 0, 0, 0>>, <<1, "c">>]},
     {4, [<<0, 0, 0, 3, "ab">>, <<"c", 0, 0>>, <<0, 1, "d">>]},
     {line, [<<"one\ntw">>, <<"o\r\n\nthree">>, <<"\n">>]},
     {asn1, [<<16#30, 3, "abc">>, <<16#30, 16#81>>, <<2, "de">>]},
     {sunrm, [<<16#80, 0, 0, 2, "ab">>, <<0, 0, 0, 1, "c">>]},
     {cdr, [<<"GIOP", 1, 2, 0, 0, 0, 0, 0, 2, "ab">>]},
     {fcgi, [<<1, 1, 0, 0, 0, 2, 1, 0, "abX">>]},
     {tpkt, [<<3, 0, 0, 6, "ab">>, <<3, 0>>, <<0, 5, "c">>]}].

received(Mode, Pieces) ->
    {Server, Client} = loopback:pair([{packet, Mode}], []),
    [ok = gen_tcp:send(Client, Piece) || Piece <- Pieces],
    gen_tcp:close(Client),
    io:format("~p receives ~p~n", [Mode, packets(Server)]),
    gen_tcp:close(Server).

packets(Socket) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, Data} -> [Data | packets(Socket)];
        {error, Reason} -> [Reason]
    end.
