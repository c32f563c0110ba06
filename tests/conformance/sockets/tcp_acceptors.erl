%% shows many processes that accept from one socket, some of which end before their turn
-module(tcp_acceptors).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen(),
    Self = self(),
    Acceptors = [spawn(fun() -> {ok, S} = gen_tcp:accept(Listening), ok = gen_tcp:send(S, [N]), Self ! {accepted, N}, receive stop -> ok end end)
                 || N <- lists:seq(1, 10)],
    [wait_for_accept(Pid) || Pid <- Acceptors],
    {Dead, Alive} = lists:split(5, Acceptors),
    [begin Ref = monitor(process, Pid), exit(Pid, kill), receive {'DOWN', Ref, _, _, _} -> ok end end || Pid <- Dead],
    Numbers = [begin
        {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
        {ok, <<N>>} = gen_tcp:recv(Client, 1, 5000),
        N
    end || _ <- Alive],
    io:format("~p~n", [lists:sort(Numbers)]),
    io:format("~p~n", [lists:sort([receive {accepted, N} -> N end || _ <- Alive])]),
    Waiting = [spawn(fun() -> Self ! {closed, gen_tcp:accept(Listening)} end) || _ <- "123"],
    [wait_for_accept(Pid) || Pid <- Waiting],
    gen_tcp:close(Listening),
    io:format("~p~n", [[receive {closed, Result} -> Result end || _ <- Waiting]]).

wait_for_accept(Pid) ->
    case process_info(Pid, [status, current_function]) of
        [{status, waiting}, {current_function, {prim_inet, accept0, 3}}] -> ok;
        _ -> erlang:yield(), wait_for_accept(Pid)
    end.
