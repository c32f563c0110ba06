%% shows that a listening socket is not accepting any more when the process that accepted has ended
-module(tcp_dead_acceptor).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen(),
    Acceptors = [spawn(fun() -> gen_tcp:accept(Listening) end) || _ <- [1, 2]],
    wait(Listening, true),
    [exit(Pid, kill) || Pid <- Acceptors],
    wait(Listening, false),
    io:format("~p~n", [lists:sort(maps:get(states, inet:info(Listening)))]),
    Self = self(),
    spawn(fun() -> {ok, Server} = gen_tcp:accept(Listening), ok = gen_tcp:send(Server, "hello"), Self ! done, receive after infinity -> ok end end),
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [{active, false}]),
    io:format("~p~n", [gen_tcp:recv(Client, 5)]).

wait(Socket, Wanted) ->
    lists:member(accepting, maps:get(states, inet:info(Socket))) =:= Wanted orelse
        begin
            receive after 1 -> ok end,
            wait(Socket, Wanted)
        end.
