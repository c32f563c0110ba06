%% shows what tracing says of a socket: commands, controls, messages, links, its beginning and end
-module(tcp_trace).
-export([main/0]).

main() ->
    Self = self(),
    Tracer = spawn_link(fun() -> collect(Self, []) end),
    erlang:trace(new_ports, true, [ports, send, 'receive', {tracer, Tracer}]),
    {Server, Client} = loopback:pair(),
    ok = gen_tcp:send(Client, "abc"),
    {ok, _} = gen_tcp:recv(Server, 0, 5000),
    gen_tcp:close(Server),
    gen_tcp:close(Client),
    erlang:trace(new_ports, false, [ports, send, 'receive']),
    Tracer ! {stop, Self},
    Events = receive {events, All} -> All end,
    [io:format("~p: ~p~n", [Name, [event(E) || E <- Events, element(2, E) =:= Port, element(3, E) =/= 'receive']])
     || {Name, Port} <- [{server, Server}, {client, Client}]].

collect(To, Events) ->
    receive
        {stop, _} -> To ! {events, lists:reverse(Events)};
        Event -> collect(To, [Event | Events])
    end.

event(Event) -> loopback:text([inet_id(X) || X <- tl(tl(tuple_to_list(Event)))]).

%% Numbers of requests differ from run to run.
inet_id({inet_async, Port, _, Result}) -> {inet_async, Port, number, Result};
inet_id({inet_reply, Port, Result, _}) -> {inet_reply, Port, Result};
inet_id(Other) -> Other.
