%% shows addresses of both ends, and addresses that are set by hand
-module(tcp_names).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen(),
    {Server, Client} = loopback:pair_on(Listening, Port, []),
    {ok, {Ip, ClientPort}} = inet:sockname(Client),
    io:format("~p~n", [Ip]),
    io:format("~p~n", [inet:peername(Client) =:= {ok, {{127, 0, 0, 1}, Port}}]),
    io:format("~p~n", [inet:peername(Server) =:= {ok, {{127, 0, 0, 1}, ClientPort}}]),
    io:format("~p~n", [inet:sockname(Listening) =:= {ok, {{127, 0, 0, 1}, Port}}]),
    io:format("~p~n", [inet:peernames(Client) =:= {ok, [{{127, 0, 0, 1}, Port}]}]),
    io:format("~p~n", [inet:socknames(Client) =:= {ok, [{{127, 0, 0, 1}, ClientPort}]}]),
    ok = inet:setpeername(Client, {{1, 2, 3, 4}, 5}),
    ok = inet:setsockname(Client, {{5, 4, 3, 2}, 1}),
    io:format("~p~n", [[inet:peername(Client), inet:sockname(Client)]]),
    ok = inet:setpeername(Client, undefined),
    ok = inet:setsockname(Client, undefined),
    io:format("~p~n", [[element(1, element(2, F(Client))) || F <- [fun inet:peername/1, fun inet:sockname/1]]]).
