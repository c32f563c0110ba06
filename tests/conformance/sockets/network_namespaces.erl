%% shows the option netns of ports, which an empty name is a value of
-module(network_namespaces).
-export([main/0]).

main() ->
    {ok, Socket} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}]),
    io:format("~p~n", [inet:getopts(Socket, [netns])]),
    [io:format("~p ~p~n", [inet:setopts(Socket, [{netns, Name}]), inet:getopts(Socket, [netns])]) || Name <- ["", "/proc/self/ns/net"]],
    io:format("~p~n", [gen_udp:open(0, [{netns, ""}])]).
