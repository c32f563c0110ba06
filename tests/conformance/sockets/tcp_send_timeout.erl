%% shows a send that is given up when the reader is slow, with and without closing; the queue; a port that is busy
-module(tcp_send_timeout).
-export([main/0]).

main() ->
    [io:format("~p ~p~n", [Closes, limited(Closes)]) || Closes <- [false, true]],
    io:format("~p~n", [waits()]).

limited(Closes) ->
    {Server, Client} = loopback:pair([{send_timeout, 60}, {send_timeout_close, Closes}, {sndbuf, 20000}], [{recbuf, 20000}]),
    Result = fill(Server, 2000),
    Pending = case inet:getstat(Server, [send_pend]) of {ok, [{send_pend, N}]} when N >= 8192 -> full; Other -> Other end,
    Again = case gen_tcp:send(Server, "x") of {error, timeout} -> timeout; Else -> Else end,
    Info = case inet:getstat(Server, [send_pend]) of {ok, [{send_pend, _}]} -> open; O -> O end,
    gen_tcp:close(Client),
    {Result, Pending, Again, Info}.

fill(_, 0) -> not_full;
fill(Socket, Left) ->
    case gen_tcp:send(Socket, binary:copy(<<"x">>, 10000)) of
        ok -> fill(Socket, Left - 1);
        Error -> Error
    end.

%% The sender waits, is suspended by the second send, and goes on when the reader reads.
waits() ->
    {Server, Client} = loopback:pair([{sndbuf, 20000}], [{recbuf, 20000}]),
    Self = self(),
    Total = 400 * 10000,
    Sender = spawn_link(fun() -> Self ! {self(), [gen_tcp:send(Server, binary:copy(<<"x">>, 10000)) || _ <- lists:seq(1, 400)]} end),
    timer:sleep(50),
    receive {Sender, _} -> early after 0 -> ok end,
    Received = read(Client, Total),
    {receive {Sender, Results} -> lists:usort(Results) end, Received =:= Total}.

read(_, 0) -> 0;
read(Socket, Left) ->
    {ok, Data} = gen_tcp:recv(Socket, 0, 5000),
    byte_size(Data) + read(Socket, Left - byte_size(Data)).
