%% Streams of module socket: the states of a connection, receives of any length, time limits, and the end of the stream.
-module(socket_streams).
-export([main/0]).

main() ->
    {Listening, Client, Server} = connection(),
    show(names, begin {ok, Name} = socket:peername(Client), Name =:= element(2, socket:sockname(Server)) end),
    show(sent, socket:send(Client, <<"one two three">>)),
    show(three, socket:recv(Server, 3)),
    show(one, socket:recv(Server, 1)),
    show(rest, socket:recv(Server, 0)),
    show(nothing, socket:recv(Server, 0, 0)),
    show(nothing_yet, socket:recv(Server, 5, 20)),
    ok = socket:send(Client, ["ab", [$c, <<"de">>]]),
    show(list, socket:recv(Server, 5)),
    show(vector, socket:sendmsg(Client, #{iov => [<<"i">>, <<>>, <<"jk">>]})),
    show(vector, socket:recv(Server, 3, 1000)),
    large(Client, Server),
    show(peek, begin ok = socket:send(Server, <<"peek">>), socket:recv(Client, 4, [peek], 1000) end),
    show(again, socket:recv(Client, 4, [], 1000)),
    show(info, maps:with([domain, type, protocol, ctype, num_readers, num_writers, num_acceptors], socket:info(Client))),
    show(shutdown, socket:shutdown(Client, write)),
    show(ended, socket:recv(Server, 0)),
    show(ended, socket:recv(Server, 7)),
    ok = socket:send(Server, <<"late">>),
    show(late, socket:recv(Client, 0)),
    show(bad_way, catch_reason(fun() -> socket:shutdown(Client, both) end)),
    show(close, socket:close(Client)),
    show(closed, [F(Client) || F <- [fun socket:recv/1, fun socket:sockname/1, fun socket:close/1,
                                     fun(S) -> socket:send(S, <<>>) end, fun(S) -> socket:getopt(S, {socket, type}) end]]),
    show(no_time, socket:accept(Listening, 20)),
    ok = socket:close(Server),
    ok = socket:close(Listening),
    errors().

large(Client, Server) ->
    Bytes = binary:copy(<<"0123456789abcdef">>, 200000),
    {Pid, Watch} = spawn_monitor(fun() -> ok = socket:send(Client, Bytes) end),
    {ok, All} = socket:recv(Server, byte_size(Bytes)),
    show(large, All =:= Bytes),
    receive {'DOWN', Watch, process, Pid, Reason} -> show(sender, Reason) end.

errors() ->
    show(family, socket:open(foo, stream)),
    show(type, socket:open(inet, foo)),
    show(protocol, socket:open(inet, stream, no_such_protocol)),
    {ok, S} = socket:open(inet, stream),
    show(not_connected, socket:send(S, <<"x">>, 100)),
    show(not_connected, socket:recv(S, 0, 100)),
    show(not_listening, socket:accept(S, 100)),
    show(no_peer, socket:peername(S)),
    show(keys, socket:bind(S, #{family => inet, foo => bar})),
    show(address, socket:bind(S, #{family => inet, addr => {1, 2, 3}})),
    show(elsewhere, socket:bind(S, #{family => inet, addr => {192, 0, 2, 77}, port => 0})),
    show(any, socket:bind(S, any)),
    {ok, Free} = socket:open(inet, stream),
    ok = socket:bind(Free, #{family => inet, addr => loopback}),
    {ok, Address} = socket:sockname(Free),
    ok = socket:close(Free),
    {ok, C} = socket:open(inet, stream),
    show(refused, socket:connect(C, Address)),
    show(closed, [socket:close(S), socket:close(C)]).

connection() ->
    {ok, Listening} = socket:open(inet, stream, tcp),
    ok = socket:bind(Listening, #{family => inet, addr => loopback, port => 0}),
    ok = socket:listen(Listening),
    {ok, Address} = socket:sockname(Listening),
    {ok, Client} = socket:open(inet, stream, tcp),
    ok = socket:connect(Client, Address),
    {ok, Server} = socket:accept(Listening),
    {Listening, Client, Server}.

catch_reason(Fun) ->
    try Fun() catch Class:Reason -> {Class, Reason} end.

show(What, Value) -> io:format("~p: ~0p~n", [What, sorted(Value)]).

%% The same text for the same term in every release.
sorted(#{} = Map) -> [{Key, sorted(Value)} || {Key, Value} <- lists:sort(maps:to_list(Map))];
sorted([Head | Tail]) -> [sorted(Head) | sorted(Tail)];
sorted(Tuple) when is_tuple(Tuple) -> list_to_tuple(sorted(tuple_to_list(Tuple)));
sorted(Other) -> Other.
