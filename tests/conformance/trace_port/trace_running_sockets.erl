%% shows what a trace of running ports sees of sockets: requests by their kind, events of the system as 0, and no end of running where the port ends
-module(trace_running_sockets).
-export([main/0]).

main() ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Number} = inet:port(Listen),
    Self = self(),
    {Pid, Reference} = spawn_monitor(fun() -> client(Number, Self) end),
    receive connected -> ok end,
    {ok, Socket} = gen_tcp:accept(Listen),
    1 = erlang:trace(Socket, true, [running_ports]),

    Pid ! <<"abc">>,
    timer:sleep(100),
    ok = inet:setopts(Socket, [{active, once}]),
    receive {tcp, Socket, <<"abc">>} -> ok end,
    show("active", Socket),

    spawn_link(fun() -> timer:sleep(100), Pid ! <<"def">> end),
    {ok, <<"def">>} = gen_tcp:recv(Socket, 3),
    show("passive", Socket),

    {error, timeout} = gen_tcp:recv(Socket, 0, 50),
    show("no input in time", Socket),

    ok = inet:setopts(Socket, [{active, true}]),
    Pid ! stop,
    receive {'DOWN', Reference, process, Pid, normal} -> ok end,
    receive {tcp_closed, Socket} -> ok end,
    show("closed", Socket),

    {ok, Udp} = gen_udp:open(0, [binary, {ip, {127, 0, 0, 1}}]),
    {ok, UdpNumber} = inet:port(Udp),
    {ok, Sender} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}]),
    1 = erlang:trace(Udp, true, [running_ports]),
    ok = gen_udp:send(Sender, {127, 0, 0, 1}, UdpNumber, "datagram"),
    receive {udp, Udp, _, _, <<"datagram">>} -> ok end,
    show("datagram", Udp).

client(Number, Server) ->
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Number, [binary, {active, false}]),
    Server ! connected,
    client(Socket).

client(Socket) ->
    receive
        stop -> gen_tcp:close(Socket);
        Data -> ok = gen_tcp:send(Socket, Data), client(Socket)
    end.

show(What, Port) ->
    timer:sleep(100),
    io:format("~s: ~w~n", [What, events(Port)]).

events(Port) ->
    receive
        {trace, Port, InOrOut, Running} -> [{InOrOut, Running} | events(Port)]
    after 0 -> []
    end.
