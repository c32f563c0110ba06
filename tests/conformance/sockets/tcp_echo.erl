%% shows an echo server with a process for each connection, and clients that talk to it at the same time
-module(tcp_echo).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen([{packet, 2}]),
    Server = spawn_link(fun() -> serve(Listening) end),
    ok = gen_tcp:controlling_process(Listening, Server),
    Self = self(),
    Clients = [spawn_link(fun() -> Self ! {self(), client(Port, N)} end) || N <- lists:seq(1, 20)],
    Results = [receive {Client, Result} -> Result end || Client <- Clients],
    io:format("~p~n", [Results]),
    unlink(Server),
    exit(Server, kill).

serve(Listening) ->
    {ok, Socket} = gen_tcp:accept(Listening),
    Worker = spawn_link(fun() -> receive go -> echo(Socket) end end),
    ok = gen_tcp:controlling_process(Socket, Worker),
    Worker ! go,
    serve(Listening).

echo(Socket) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, Data} -> ok = gen_tcp:send(Socket, [Data, Data]), echo(Socket);
        {error, closed} -> gen_tcp:close(Socket)
    end.

client(Port, N) ->
    {ok, Socket} = gen_tcp:connect("127.0.0.1", Port, [binary, {packet, 2}, {active, false}]),
    Sizes = [begin
        ok = gen_tcp:send(Socket, binary:copy(<<N>>, I * N)),
        {ok, Answer} = gen_tcp:recv(Socket, 0),
        byte_size(Answer)
    end || I <- lists:seq(1, 20)],
    ok = gen_tcp:close(Socket),
    {N, lists:sum(Sizes)}.
