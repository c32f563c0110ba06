%% shows time limits of accept and receive: 0, short ones, and ones that are not reached
-module(tcp_timeouts).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen(),
    io:format("~p~n", [[gen_tcp:accept(Listening, T) || T <- [0, 1, 20]]]),
    {Server, Client} = loopback:pair_on(Listening, Port, []),
    io:format("~p~n", [[gen_tcp:recv(Server, 0, T) || T <- [0, 1, 20]]]),
    Start = erlang:monotonic_time(millisecond),
    {error, timeout} = gen_tcp:recv(Server, 5, 120),
    Time = erlang:monotonic_time(millisecond) - Start,
    io:format("~p~n", [Time >= 119 andalso Time < 2000]),
    ok = gen_tcp:send(Client, "abc"),
    io:format("~p~n", [gen_tcp:recv(Server, 3, 60000)]),
    io:format("~p~n", [loopback:flush(0)]),
    Self = self(),
    Acceptors = [spawn_link(fun() -> Self ! {N, gen_tcp:accept(Listening, N * 30)} end) || N <- [1, 2, 3]],
    io:format("~p ~p~n", [length(Acceptors), [receive {N, Result} -> {N, Result} end || N <- [1, 2, 3]]]).
