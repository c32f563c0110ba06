%% shows delay_send: what is sent arrives in order, and close waits for it
-module(tcp_delayed_send).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair([{delay_send, true}], []),
    io:format("~p~n", [inet:getopts(Server, [delay_send, nodelay])]),
    [ok = gen_tcp:send(Server, integer_to_binary(N)) || N <- lists:seq(1, 100)],
    ok = gen_tcp:close(Server),
    Expected = iolist_to_binary([integer_to_binary(N) || N <- lists:seq(1, 100)]),
    io:format("~p~n", [all(Client, <<>>) =:= Expected]).

all(Socket, Before) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, Data} -> all(Socket, <<Before/binary, Data/binary>>);
        {error, closed} -> Before
    end.
