%% shows what each end sees of the other's close, passive and active, with and without data on the way
-module(tcp_closes).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    [io:format("~p~n", [closed(Active, Exits)]) || Active <- [false, true, once], Exits <- [true, false]],
    both(),
    owner_ends().

closed(Active, Exits) ->
    {Server, Client} = loopback:pair([{exit_on_close, Exits}], []),
    ok = inet:setopts(Server, [{active, Active}]),
    ok = gen_tcp:send(Client, "last"),
    ok = gen_tcp:close(Client),
    Seen = case Active of
        false -> [gen_tcp:recv(Server, 0, 5000), gen_tcp:recv(Server, 0, 5000)];
        true -> [loopback:next(), loopback:next(), loopback:next(30)];
        once -> [loopback:next(), inet:setopts(Server, [{active, once}]), loopback:next(), loopback:next(30)]
    end,
    Info = case erlang:port_info(Server, name) of undefined -> closed; _ -> open end,
    ok = gen_tcp:close(Server),
    {Active, Exits, Seen, Info, loopback:flush(0)}.

both() ->
    {Server, Client} = loopback:pair(),
    ok = gen_tcp:close(Server),
    io:format("~p~n", [[gen_tcp:close(Server), gen_tcp:recv(Server, 0), gen_tcp:send(Server, "x"), inet:peername(Server)]]),
    io:format("~p~n", [[gen_tcp:recv(Client, 0, 5000), gen_tcp:recv(Client, 0, 5000), gen_tcp:close(Client)]]).

owner_ends() ->
    {Listening, Port} = loopback:listen(),
    Self = self(),
    Owner = spawn(fun() ->
        {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
        Self ! {self(), Socket},
        receive stop -> ok end
    end),
    Socket = receive {Owner, S} -> S end,
    {ok, Server} = gen_tcp:accept(Listening, 5000),
    Ref = monitor(port, Socket),
    Owner ! stop,
    io:format("~p~n", [receive {'DOWN', Ref, port, Socket, Reason} -> Reason end]),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]).
