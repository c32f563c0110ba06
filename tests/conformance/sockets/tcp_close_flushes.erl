%% shows that close, and the end of the owner, let queued output go out; a linger of zero drops the connection
-module(tcp_close_flushes).
-export([main/0]).

main() ->
    [io:format("~p ~p~n", [How, flushes(How)]) || How <- [close, exit, linger]],
    io:format("~p~n", [reset()]).

flushes(How) ->
    {Listening, Port} = loopback:listen([{recbuf, 20000}]),
    spawn(fun() ->
        {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}, {sndbuf, 20000}, {high_watermark, 10000000}]),
        [ok = gen_tcp:send(Socket, binary:copy(<<"y">>, 100000)) || _ <- lists:seq(1, 30)],
        case How of
            close -> gen_tcp:close(Socket);
            linger -> inet:setopts(Socket, [{linger, {true, 10}}]), gen_tcp:close(Socket);
            exit -> exit(done)
        end
    end),
    {ok, Server} = gen_tcp:accept(Listening, 5000),
    timer:sleep(30),
    count(Server, 0).

count(Socket, Before) ->
    case gen_tcp:recv(Socket, 0, 5000) of
        {ok, Data} -> count(Socket, Before + byte_size(Data));
        {error, Reason} -> {Before, Reason}
    end.

reset() ->
    {Server, Client} = loopback:pair([{show_econnreset, true}], [{linger, {true, 0}}]),
    gen_tcp:close(Client),
    [gen_tcp:recv(Server, 0, 5000), gen_tcp:recv(Server, 0, 5000)].
