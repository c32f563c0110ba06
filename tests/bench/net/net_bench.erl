%% What is measured: an echo server with a process for each connection, and messages between two nodes. The runner
%% (run) starts the machines and reads the lines.
-module(net_bench).

-export([main/1]).
-export([echo/1, sink/0, wait/0]).

main(["echo" | Options]) -> echo(Options);
main(["wait" | Settings]) ->
    configure(Settings),
    wait();
main(["messages", Node, Kind | Settings]) ->
    configure(Settings),
    messages(list_to_atom(Node), Kind),
    erlang:halt(0).

configure([]) -> ok.

%% --- an echo server ---

echo(Options) ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {packet, raw}, {active, mode(Options)}, {reuseaddr, true}, {nodelay, true}, {backlog, 4096},
                                      {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Listen),
    io:format("port ~b ~s~n", [Port, os:getpid()]),
    accept(Listen).

mode(["passive"]) -> false;
mode(["once"]) -> once;
mode([]) -> true.

accept(Listen) ->
    {ok, Socket} = gen_tcp:accept(Listen),
    Pid = spawn(fun() -> receive go -> serve(Socket) end end),
    ok = gen_tcp:controlling_process(Socket, Pid),
    Pid ! go,
    accept(Listen).

serve(Socket) ->
    {ok, [{active, Mode}]} = inet:getopts(Socket, [active]),
    case Mode of
        true -> active(Socket);
        once -> once(Socket);
        false -> passive(Socket)
    end.

active(Socket) ->
    receive
        {tcp, Socket, Data} ->
            ok = gen_tcp:send(Socket, Data),
            active(Socket);
        {tcp_closed, Socket} -> ok
    end.

once(Socket) ->
    receive
        {tcp, Socket, Data} ->
            ok = gen_tcp:send(Socket, Data),
            ok = inet:setopts(Socket, [{active, once}]),
            once(Socket);
        {tcp_closed, Socket} -> ok
    end.

passive(Socket) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, Data} ->
            ok = gen_tcp:send(Socket, Data),
            passive(Socket);
        {error, closed} -> ok
    end.

%% --- messages between nodes ---

wait() ->
    register(net_bench_sink, spawn(fun sink/0)),
    io:format("ready ~s~n", [os:getpid()]),
    receive stop -> erlang:halt(0) end.

%% Counts, and answers what asks.
sink() ->
    receive
        {From, Ref} -> From ! Ref, sink();
        _ -> sink()
    end.

messages(Node, Kind) ->
    pong = net_adm:ping(Node),
    {Message, Count} = message(Kind),
    To = {net_bench_sink, Node},
    _ = burst(Kind, To, Message, Count div 10),
    Times = [burst(Kind, To, Message, Count) || _ <- lists:seq(1, 5)],
    io:format("rate ~b ~b~n", [Count, lists:min(Times)]).

message("small") -> {{a_message, self(), 17, <<"some bytes">>}, 200000};
message("large") -> {binary:copy(<<"0123456789abcdef">>, 65536), 300};
message("roundtrip") -> {none, 20000}.

%% Microseconds until the other node has taken all of them.
burst("roundtrip", To, _, Count) ->
    element(1, timer:tc(fun() -> [ask(To) || _ <- lists:seq(1, Count)] end));
burst(_, To, Message, Count) ->
    element(1, timer:tc(fun() -> send(To, Message, Count), ask(To) end)).

send(_, _, 0) -> ok;
send(To, Message, N) ->
    To ! Message,
    send(To, Message, N - 1).

ask(To) ->
    Ref = make_ref(),
    To ! {self(), Ref},
    receive Ref -> ok end.
