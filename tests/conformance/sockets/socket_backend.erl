%% gen_tcp and gen_udp on module socket: {inet_backend, socket}.
-module(socket_backend).
-export([main/0]).

main() ->
    passive(),
    active(),
    packets(),
    udp(),
    errors().

passive() ->
    {Listening, Client, Server} = connection([binary, {active, false}]),
    show(sent, gen_tcp:send(Client, ["abc", <<"def">>])),
    show(received, gen_tcp:recv(Server, 4, 1000)),
    show(rest, gen_tcp:recv(Server, 0, 1000)),
    show(time, gen_tcp:recv(Server, 1, 20)),
    {ok, {Address, Port}} = inet:peername(Server),
    show(names, {Address, {ok, {Address, Port}} =:= inet:sockname(Client)}),
    show(options, inet:getopts(Client, [active, mode, packet, nodelay, keepalive])),
    show(set, inet:setopts(Client, [{nodelay, true}, list])),
    show(options, inet:getopts(Client, [mode, nodelay])),
    ok = gen_tcp:send(Server, <<"text">>),
    show(list, gen_tcp:recv(Client, 4, 1000)),
    show(shutdown, gen_tcp:shutdown(Client, write)),
    show(ended, gen_tcp:recv(Server, 0, 1000)),
    show(close, [gen_tcp:close(S) || S <- [Client, Server, Listening]]),
    show(closed, gen_tcp:send(Client, <<>>)).

active() ->
    {_, Client, Server} = connection([binary, {active, true}]),
    ok = gen_tcp:send(Client, <<"one">>),
    receive {tcp, Server, Data} -> show(data, Data) after 5000 -> show(data, none) end,
    ok = inet:setopts(Server, [{active, once}]),
    ok = gen_tcp:send(Client, <<"two">>),
    receive {tcp, Server, Data2} -> show(once, Data2) after 5000 -> show(once, none) end,
    show(passive, inet:getopts(Server, [active])),
    ok = inet:setopts(Server, [{active, 2}, {packet, 1}]),
    ok = inet:setopts(Client, [{packet, 1}]),
    [ok = gen_tcp:send(Client, <<N>>) || N <- [1, 2]],
    show(counted, [receive {tcp, Server, D} -> D after 5000 -> none end || _ <- [1, 2]]),
    receive {tcp_passive, Server} -> show(passive, told) after 5000 -> show(passive, silent) end,
    Self = self(),
    Owner = spawn_link(fun() -> receive {owner, S} -> ok = inet:setopts(S, [{active, once}]), receive {tcp, S, D} -> Self ! {got, D} end, receive stop -> ok end end end),
    show(owner, gen_tcp:controlling_process(Server, Owner)),
    Owner ! {owner, Server},
    ok = gen_tcp:send(Client, <<"for the owner">>),
    receive {got, Got} -> show(owner, Got) after 5000 -> show(owner, none) end,
    Owner ! stop,
    receive {tcp_closed, Client} -> show(closed, told) after 5000 -> show(closed, silent) end.

packets() ->
    [begin
         {_, Client, Server} = connection([binary, {active, false}, {packet, Packet}]),
         [ok = gen_tcp:send(Client, Text) || Text <- Texts],
         show(Packet, [gen_tcp:recv(Server, 0, 1000) || _ <- Texts]),
         gen_tcp:close(Client),
         show(Packet, gen_tcp:recv(Server, 0, 1000))
     end || {Packet, Texts} <- [{1, ["a", "bc"]}, {2, ["", "xyz"]}, {4, [binary:copy(<<"q">>, 40)]}, {line, ["line\n", "next\r\n"]},
                                {http, ["GET / HTTP/1.1\r\n"]}]].

udp() ->
    {ok, A} = gen_udp:open(0, [{inet_backend, socket}, binary, {active, true}, {ip, {127, 0, 0, 1}}]),
    {ok, B} = gen_udp:open(0, [{inet_backend, socket}, binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, PortA} = inet:port(A),
    {ok, PortB} = inet:port(B),
    show(sent, gen_udp:send(A, {127, 0, 0, 1}, PortB, <<"datagram">>)),
    {ok, {Address, From, Data}} = gen_udp:recv(B, 0, 1000),
    show(received, {Address, From =:= PortA, Data}),
    ok = gen_udp:send(B, {127, 0, 0, 1}, PortA, "back"),
    receive {udp, A, IP, PortB, Back} -> show(active, {IP, Back}) after 5000 -> show(active, none) end,
    show(time, gen_udp:recv(B, 0, 20)),
    show(close, [gen_udp:close(S) || S <- [A, B]]).

errors() ->
    {ok, L} = gen_tcp:listen(0, [{inet_backend, socket}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(L),
    show(in_use, gen_tcp:listen(Port, [{inet_backend, socket}, {ip, {127, 0, 0, 1}}])),
    show(time, gen_tcp:accept(L, 20)),
    ok = gen_tcp:close(L),
    show(refused, gen_tcp:connect({127, 0, 0, 1}, Port, [{inet_backend, socket}], 1000)).

connection(Options) ->
    All = [{inet_backend, socket} | Options],
    {ok, Listening} = gen_tcp:listen(0, All ++ [{ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Listening),
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, All),
    {ok, Server} = gen_tcp:accept(Listening),
    {Listening, Client, Server}.

show(What, Value) -> io:format("~0p: ~0p~n", [What, sorted(Value)]).

%% The same text for the same term in every release.
sorted(#{} = Map) -> [{Key, sorted(Value)} || {Key, Value} <- lists:sort(maps:to_list(Map))];
sorted([Head | Tail]) -> [sorted(Head) | sorted(Tail)];
sorted(Tuple) when is_tuple(Tuple) -> list_to_tuple(sorted(tuple_to_list(Tuple)));
sorted(Other) -> Other.
