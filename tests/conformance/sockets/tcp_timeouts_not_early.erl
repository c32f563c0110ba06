%% shows that time limits of accept, recv and send never end before the time that was asked for has passed
-module(tcp_timeouts_not_early).

-export([main/0]).

-define(TIMES, 20).

main() ->
    {ok, Listening} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Listening),
    check(accept, 7, fun() -> gen_tcp:accept(Listening, 7) end),
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}, {send_timeout, 7}, {sndbuf, 4096}]),
    {ok, Peer} = gen_tcp:accept(Listening),
    check(recv, 7, fun() -> gen_tcp:recv(Socket, 0, 7) end),
    check(recv_length, 3, fun() -> gen_tcp:recv(Socket, 10, 3) end),
    {ok, Datagrams} = gen_udp:open(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    check(datagram, 7, fun() -> gen_udp:recv(Datagrams, 0, 7) end),
    fill(Socket),
    check(send, 7, fun() -> gen_tcp:send(Socket, <<"x">>) end),
    [ok = gen_tcp:close(S) || S <- [Peer, Listening]],
    ok = gen_udp:close(Datagrams).

%% Sends until the other side, which reads nothing, takes no more.
fill(Socket) ->
    case gen_tcp:send(Socket, <<0:100000/unit:8>>) of
        ok -> fill(Socket);
        {error, timeout} -> ok
    end.

check(Name, Limit, Fun) ->
    Early = [T || T <- [time(Fun) || _ <- lists:seq(1, ?TIMES)], T < Limit * 1000],
    io:format("~p: ~p~n", [Name, case Early of [] -> never_early; _ -> {early, Early} end]).

time(Fun) ->
    Start = erlang:monotonic_time(microsecond),
    {error, timeout} = Fun(),
    erlang:monotonic_time(microsecond) - Start.
