%% shows that a second receive is refused while one waits, and that the first goes on
-module(tcp_receive_at_once).
-export([main/0]).

main() ->
    {Server, Client} = loopback:pair(),
    Self = self(),
    Receiver = spawn_link(fun() -> Self ! {self(), gen_tcp:recv(Server, 3)} end),
    wait_for_receiver(Receiver),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 100)]),
    ok = gen_tcp:send(Client, "abc"),
    io:format("~p~n", [receive {Receiver, Result} -> Result end]),
    Waiting = spawn_link(fun() -> Self ! {self(), gen_tcp:recv(Server, 3)} end),
    wait_for_receiver(Waiting),
    ok = gen_tcp:close(Server),
    io:format("~p~n", [receive {Waiting, Closed} -> Closed end]).

wait_for_receiver(Pid) ->
    case process_info(Pid, [status, current_function]) of
        [{status, waiting}, {current_function, {prim_inet, recv0, 3}}] -> ok;
        _ -> erlang:yield(), wait_for_receiver(Pid)
    end.
