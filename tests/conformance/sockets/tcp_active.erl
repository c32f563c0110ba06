%% shows active true, once, a count, and counts that are added up, down, and out of range
-module(tcp_active).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair([{packet, 1}], [{packet, 1}]),
    Send = fun(Texts) -> [ok = gen_tcp:send(Client, Text) || Text <- Texts], sync(Client, Server) end,
    inet:setopts(Server, [{active, once}]),
    Send(["a", "b"]),
    io:format("once ~p~n", [loopback:flush(50)]),
    io:format("~p~n", [inet:getopts(Server, [active])]),
    inet:setopts(Server, [{active, 2}]),
    io:format("~p~n", [inet:getopts(Server, [active])]),
    Send(["c", "d"]),
    io:format("two ~p~n", [loopback:flush(50)]),
    io:format("~p~n", [inet:getopts(Server, [active])]),
    inet:setopts(Server, [{active, true}]),
    io:format("true ~p~n", [loopback:flush(50)]),
    inet:setopts(Server, [{active, false}]),
    counts(Server).

%% The other end has everything: an answer has come back.
sync(_Client, Server) ->
    ok = gen_tcp:send(Server, "x"),
    ok.

counts(Server) ->
    [io:format("~p: ~p ~p ~p~n", [N, inet:setopts(Server, [{active, N}]), inet:getopts(Server, [active]), loopback:flush(0)])
     || N <- [3, 4, -2, -6, 32767, 1, -32768, 32768, -32769, 0, -1]].
