%% shows local sockets: streams and datagrams, their names, and names that are taken or missing
-module(local_sockets).
-export([main/0]).

main() ->
    scratch_folder:with(fun(Folder) ->
        streams(filename:join(Folder, "s")),
        datagrams(filename:join(Folder, "a"), filename:join(Folder, "b"))
    end).

streams(Name) ->
    {ok, Listening} = gen_tcp:listen(0, [{ifaddr, {local, Name}}, binary, {active, false}]),
    {ok, Client} = gen_tcp:connect({local, Name}, 0, [binary, {active, false}, {packet, 2}], 5000),
    {ok, Server} = gen_tcp:accept(Listening, 5000),
    ok = inet:setopts(Server, [{packet, 2}]),
    ok = gen_tcp:send(Client, "local"),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]),
    io:format("~p~n", [inet:sockname(Listening) =:= {ok, {local, list_to_binary(Name)}}]),
    io:format("~p~n", [inet:peername(Client) =:= {ok, {local, list_to_binary(Name)}}]),
    io:format("~p~n", [[inet:peername(Server), inet:sockname(Client)]]),
    io:format("~p~n", [gen_tcp:listen(0, [{ifaddr, {local, Name}}])]),
    io:format("~p~n", [gen_tcp:connect({local, Name ++ "x"}, 0, [])]),
    [gen_tcp:close(S) || S <- [Listening, Client, Server]].

datagrams(NameA, NameB) ->
    {ok, A} = gen_udp:open(0, [local, {ifaddr, {local, NameA}}, list, {active, false}]),
    {ok, B} = gen_udp:open(0, [local, {ifaddr, {local, NameB}}, binary, {active, true}]),
    ok = gen_udp:send(A, {local, NameB}, 0, "to b"),
    receive {udp, B, From, 0, Data} -> io:format("~p ~p~n", [From =:= {local, list_to_binary(NameA)}, Data]) after 5000 -> none end,
    ok = gen_udp:send(B, {local, NameA}, 0, "to a"),
    {ok, {{local, FromB}, 0, Data2}} = gen_udp:recv(A, 0, 5000),
    io:format("~p ~p~n", [FromB =:= list_to_binary(NameB), Data2]),
    [gen_udp:close(S) || S <- [A, B]].
