%% shows sockets on given descriptors, and what is opened when the system has no more
-module(sockets_fds).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen(),
    {ok, Fd} = inet:getfd(Listening),
    {ok, Given} = gen_tcp:listen(0, [{fd, Fd}, binary, {active, false}]),
    io:format("~p~n", [inet:port(Given) =:= {ok, Port}]),
    {Server, Client} = loopback:pair_on(Given, Port, []),
    ok = gen_tcp:send(Client, "given"),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]),
    gen_tcp:close(Given),
    {Server2, Client2} = loopback:pair_on(Listening, Port, []),
    ok = gen_tcp:send(Client2, "still"),
    io:format("~p~n", [gen_tcp:recv(Server2, 0, 5000)]).
