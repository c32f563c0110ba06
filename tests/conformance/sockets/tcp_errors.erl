%% shows errors of connecting, listening, binding, and of functions on sockets that are not in the right state
%% reports: ignored
-module(tcp_errors).
-export([main/0]).

main() ->
    {Listening, Port} = loopback:listen(),
    io:format("~p~n", [gen_tcp:listen(Port, [{ip, {127, 0, 0, 1}}])]),
    io:format("~p~n", [[inet:peername(Listening), gen_tcp:recv(Listening, 0), gen_tcp:send(Listening, "x"), gen_tcp:shutdown(Listening, read)]]),
    gen_tcp:close(Listening),
    io:format("~p~n", [gen_tcp:connect({127, 0, 0, 1}, Port, [], 5000)]),
    io:format("~p~n", [gen_tcp:accept(Listening)]),
    {Server, Client} = loopback:pair(),
    io:format("~p~n", [[gen_tcp:accept(Server), gen_tcp:listen(0, [{ip, {1, 2, 3, 4}}])]]),
    io:format("~p~n", [[inet:setopts(Server, [{active, perhaps}]), inet:setopts(Server, [{no_option, 1}]), inet:getopts(Server, [no_option])]]),
    io:format("~p~n", [[catch gen_tcp:send(Server, Bad) || Bad <- [atom, [300], [a | b]]]]),
    io:format("~p~n", [[catch port_control(Client, 1, ""), catch port_control(Client, 16#03f1a300 + 99, "")]]),
    io:format("~p~n", [catch gen_tcp:listen(0, [nonsense])]),
    io:format("~p~n", [gen_tcp:send(Client, "still there")]),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 5000)]).
