%% The options of module socket: each that is known, its value on new sockets, setting it, and values that it does not take.
-module(socket_option_values).
-export([main/0]).

main() ->
    [begin
         {ok, S} = socket:open(Domain, Type),
         show(socket, {Domain, Type}),
         [show(Option, value(S, Option)) || Option <- options()],
         ok = socket:close(S)
     end || {Domain, Type} <- [{inet, stream}, {inet6, dgram}]],
    set(),
    multicast(),
    otp(),
    native(),
    unknown().

options() ->
    [{Level, Name} || Level <- [socket, ip, ipv6, tcp, udp],
                      {Name, true} <- lists:sort(socket:supports(options, Level)),
                      not lists:member(Name, [congestion, rcvbuf, sndbuf, mtu, bindtodevice, authhdr, flowinfo, priority])].

value(S, Option) ->
    case socket:getopt(S, Option) of
        {ok, Value} -> Value;
        {error, Reason} -> {no_value, Reason}
    end.

set() ->
    {ok, S} = socket:open(inet, stream, tcp),
    [show(Option, {socket:setopt(S, Option, Value), value(S, Option)})
     || {Option, Value} <- [{{socket, reuseaddr}, true}, {{socket, reuseaddr}, 1}, {{socket, keepalive}, true},
                            {{socket, linger}, #{onoff => true, linger => 5}}, {{socket, linger}, abort}, {{socket, linger}, 3},
                            {{socket, type}, stream}, {{socket, oobinline}, true}, {{socket, rcvlowat}, 7},
                            {{tcp, nodelay}, true}, {{tcp, keepcnt}, 4}, {{tcp, keepidle}, 60}, {{tcp, cork}, true},
                            {{ip, tos}, lowdelay}, {{ip, tos}, reliability}, {{ip, tos}, 12}, {{ip, tos}, nonsense},
                            {{ip, ttl}, 5}, {{ip, ttl}, foo}, {{ip, mtu_discover}, dont}, {{ip, mtu_discover}, perhaps},
                            {{ip, recvtos}, true}, {{ip, mtu}, 1000}]].

multicast() ->
    {ok, S} = socket:open(inet, dgram, udp),
    Group = #{multiaddr => {224, 1, 1, 1}, interface => {127, 0, 0, 1}},
    show(add, socket:setopt(S, {ip, add_membership}, Group)),
    show(add, socket:setopt(S, {ip, add_membership}, Group)),
    show(drop, socket:setopt(S, {ip, drop_membership}, Group)),
    show(drop, socket:setopt(S, {ip, drop_membership}, #{})),
    show(interface, {socket:setopt(S, {ip, multicast_if}, {127, 0, 0, 1}), socket:getopt(S, {ip, multicast_if})}),
    show(ttl, {socket:setopt(S, {ip, multicast_ttl}, 4), socket:getopt(S, {ip, multicast_ttl})}),
    ok = socket:close(S).

otp() ->
    {ok, S} = socket:open(inet, stream, tcp),
    [show(Name, {socket:setopt(S, {otp, Name}, Value), value(S, {otp, Name})})
     || {Name, Value} <- [{debug, false}, {iow, true}, {iow, 1}, {rcvbuf, 1000}, {rcvbuf, {3, 2000}}, {rcvbuf, default}, {rcvbuf, 0},
                          {rcvctrlbuf, 100}, {rcvctrlbuf, default}, {sndctrlbuf, 200}, {meta, {some, [term]}}]],
    show(domain, value(S, {otp, domain})),
    show(owner, value(S, {otp, controlling_process}) =:= self()),
    ok = socket:close(S).

native() ->
    {ok, S} = socket:open(inet, stream, tcp),
    show(integer, socket:getopt_native(S, {socket, 3}, integer)),
    show(boolean, socket:getopt_native(S, {socket, 3}, boolean)),
    show(bytes, socket:getopt_native(S, {socket, 3}, 4)),
    show(binary, socket:getopt_native(S, {socket, 3}, <<0:64>>)),
    show(level, socket:getopt_native(S, {6, 1}, integer)),
    show(set, {socket:setopt_native(S, {6, 1}, 1), socket:setopt_native(S, {tcp, 1}, <<0:32>>), socket:setopt_native(S, {tcp, 1}, true)}),
    show(set, socket:getopt(S, {tcp, nodelay})),
    show(unknown, socket:getopt_native(S, {6, 9999}, integer)),
    ok = socket:close(S).

unknown() ->
    {ok, S} = socket:open(inet, stream, tcp),
    [show(Option, {socket:getopt(S, Option), socket:setopt(S, Option, 1)})
     || Option <- [{socket, no_such_option}, {no_such_level, foo}, {socket, mark}, {ip, dontfrag}, {otp, foo}]],
    show(known, [socket:is_supported(options, O) || O <- [{socket, mark}, {socket, type}, {socket, peek_off}, {foo, bar}]]),
    show(features, [socket:is_supported(F) || F <- [ipv6, local, sendfile, sctp]]),
    show(flags, lists:sort(socket:supports(msg_flags))),
    show(requests, lists:sort(socket:supports(ioctl_requests))).

show(What, Value) -> io:format("~0p: ~0p~n", [What, sorted(Value)]).

%% The same text for the same term in every release.
sorted(#{} = Map) -> [{Key, sorted(Value)} || {Key, Value} <- lists:sort(maps:to_list(Map))];
sorted([Head | Tail]) -> [sorted(Head) | sorted(Tail)];
sorted(Tuple) when is_tuple(Tuple) -> list_to_tuple(sorted(tuple_to_list(Tuple)));
sorted(Other) -> Other.
