%% Datagrams of module socket: IPv4, IPv6 and local, with and without control messages.
-module(socket_datagrams).
-export([main/0]).

main() ->
    [family(Family) || Family <- [inet, inet6]],
    control(),
    local(),
    abstract().

family(Family) ->
    show(family, Family),
    {A, AddressA} = bound(Family),
    {B, AddressB} = bound(Family),
    show(sent, socket:sendto(A, <<"hello">>, AddressB)),
    {ok, {From, Data}} = socket:recvfrom(B),
    show(received, {From =:= AddressA, Data}),
    show(keys, lists:sort(maps:keys(From))),
    show(none, socket:recvfrom(B, 0, 0)),
    show(late, socket:recvfrom(B, 0, 20)),
    ok = socket:sendto(A, <<"long datagram">>, AddressB),
    {ok, {_, Cut}} = socket:recvfrom(B, 4),
    show(cut, Cut),
    ok = socket:sendto(A, <<>>, AddressB),
    {ok, {_, Empty}} = socket:recvfrom(B, 0, 1000),
    show(empty, Empty),
    show(connect, socket:connect(A, AddressB)),
    show(sent, socket:send(A, <<"connected">>)),
    {ok, Message} = socket:recvmsg(B),
    show(message, {maps:get(iov, Message), maps:get(ctrl, Message), maps:get(flags, Message), maps:get(addr, Message) =:= AddressA}),
    ok = socket:send(A, <<"cut again">>),
    {ok, #{iov := Parts, flags := Flags}} = socket:recvmsg(B, 3, 0),
    show(cut, {Parts, Flags}),
    show(sendmsg, socket:sendmsg(B, #{addr => AddressA, iov => [<<"a">>, <<"b">>]})),
    show(recv, socket:recv(A, 0, 1000)),
    show(no_receiver, socket:sendto(B, <<"x">>, #{family => Family, addr => {1}, port => 5})),
    [ok = socket:close(S) || S <- [A, B]].

control() ->
    {A, _} = bound(inet),
    {B, Address} = bound(inet),
    [show(Option, socket:setopt(B, Option, true)) || Option <- [{ip, recvttl}, {ip, recvtos}, {ip, pktinfo}]],
    ok = socket:setopt(A, {ip, ttl}, 33),
    show(sent, socket:sendmsg(A, #{addr => Address, iov => [<<"x">>], ctrl => [#{level => ip, type => tos, value => reliability}]})),
    {ok, #{ctrl := Messages}} = socket:recvmsg(B, 0, 0, 1000),
    [show({Level, Type}, case Value of
                             #{ifindex := _} -> maps:remove(ifindex, Value);
                             _ -> Value
                         end)
     || #{level := Level, type := Type, value := Value} <- lists:sort(fun(#{type := T}, #{type := U}) -> T =< U end, Messages)],
    show(bad_control, socket:sendmsg(A, #{addr => Address, iov => [<<"x">>], ctrl => [#{level => ip, type => nonsense, value => 1}]})),
    show(data, socket:sendmsg(A, #{addr => Address, iov => [<<"y">>], ctrl => [#{level => ip, type => tos, data => 4}]})),
    {ok, #{iov := Data}} = socket:recvmsg(B, 0, 0, 1000),
    show(data, Data).

local() ->
    Path = filename:join(os:getenv("TMPDIR", "/tmp"), "socket_datagrams." ++ os:getpid()),
    {ok, A} = socket:open(local, dgram),
    show(bind, socket:bind(A, #{family => local, path => Path})),
    {ok, #{path := Bound}} = socket:sockname(A),
    show(path, binary_to_list(Bound) =:= Path),
    {ok, B} = socket:open(local, dgram),
    show(sent, socket:sendto(B, <<"local">>, #{family => local, path => Path})),
    show(received, socket:recvfrom(A, 0, 1000)),
    show(in_use, socket:bind(B, #{family => local, path => Path})),
    show(close, [socket:close(A), socket:close(B)]),
    show(delete, file:delete(Path)),
    show(too_long, socket:open(local, stream) =/= error andalso
         begin {ok, C} = socket:open(local, stream), R = socket:bind(C, #{family => local, path => lists:duplicate(200, $x)}), socket:close(C), element(1, R) end).

abstract() ->
    Path = <<0, "socket_datagrams", (list_to_binary(os:getpid()))/binary>>,
    {ok, L} = socket:open(local, stream),
    ok = socket:bind(L, #{family => local, path => Path}),
    ok = socket:listen(L),
    {ok, C} = socket:open(local, stream),
    show(connect, socket:connect(C, #{family => local, path => Path})),
    {ok, S} = socket:accept(L, 1000),
    ok = socket:send(C, <<"abstract">>),
    show(received, socket:recv(S, 8, 1000)),
    {ok, #{path := Name}} = socket:sockname(S),
    show(name, Name =:= Path),
    show(protocol, socket:getopt(S, {socket, protocol})).

bound(Family) ->
    {ok, S} = socket:open(Family, dgram, udp),
    ok = socket:bind(S, #{family => Family, addr => loopback, port => 0}),
    {ok, Address} = socket:sockname(S),
    {S, Address}.

show(What, Value) -> io:format("~0p: ~0p~n", [What, sorted(Value)]).

%% The same text for the same term in every release.
sorted(#{} = Map) -> [{Key, sorted(Value)} || {Key, Value} <- lists:sort(maps:to_list(Map))];
sorted([Head | Tail]) -> [sorted(Head) | sorted(Tail)];
sorted(Tuple) when is_tuple(Tuple) -> list_to_tuple(sorted(tuple_to_list(Tuple)));
sorted(Other) -> Other.
