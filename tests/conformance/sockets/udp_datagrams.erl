%% shows datagrams: passive, active, counted, empty, with a header, too long for the buffer, and from a connected socket
-module(udp_datagrams).
-export([main/0]).

main() ->
    {A, PortA} = open([]),
    {B, PortB} = open([]),
    Clean = fun(Term) -> replace(Term, [{PortA, a}, {PortB, b}]) end,
    ok = gen_udp:send(A, {127, 0, 0, 1}, PortB, "one"),
    ok = gen_udp:send(A, {127, 0, 0, 1}, PortB, []),
    io:format("~p~n", [Clean([gen_udp:recv(B, 0, 5000), gen_udp:recv(B, 0, 5000), gen_udp:recv(B, 0, 20), gen_udp:recv(B, 0, 0)])]),
    ok = inet:setopts(B, [{active, 2}, list]),
    [ok = gen_udp:send(A, {{127, 0, 0, 1}, PortB}, Text) || Text <- ["x", "y", "z"]],
    io:format("~p~n", [Clean([loopback:next(), loopback:next(), loopback:next(), loopback:next(50)])]),
    io:format("~p~n", [Clean(gen_udp:recv(B, 0, 5000))]),
    ok = inet:setopts(B, [binary, {header, 2}]),
    ok = gen_udp:send(A, {127, 0, 0, 1}, PortB, "header"),
    io:format("~p~n", [Clean(gen_udp:recv(B, 0, 5000))]),
    ok = inet:setopts(B, [{header, 0}, {buffer, 4}]),
    ok = gen_udp:send(A, {127, 0, 0, 1}, PortB, "cut off"),
    io:format("~p~n", [Clean(gen_udp:recv(B, 0, 5000))]),
    ok = gen_udp:connect(A, {127, 0, 0, 1}, PortB),
    io:format("~p~n", [Clean(inet:peername(A))]),
    ok = gen_udp:send(A, "conn"),
    io:format("~p~n", [Clean(gen_udp:recv(B, 0, 5000))]),
    io:format("~p~n", [gen_udp:send(A, {127, 0, 0, 1}, PortB, binary:copy(<<"x">>, 70000))]),
    io:format("~p~n", [[inet:getstat(S, [recv_cnt, send_cnt, recv_oct, send_oct]) || S <- [A, B]]]),
    gen_udp:close(A), gen_udp:close(B),
    io:format("~p~n", [[gen_udp:recv(B, 0), gen_udp:send(A, "x"), gen_udp:close(A)]]).

open(Options) ->
    {ok, Socket} = gen_udp:open(0, [{ip, {127, 0, 0, 1}}, binary, {active, false} | Options]),
    {ok, Port} = inet:port(Socket),
    {Socket, Port}.

replace(Term, Names) when is_tuple(Term) -> list_to_tuple(replace(tuple_to_list(Term), Names));
replace([H | T], Names) -> [replace(H, Names) | replace(T, Names)];
replace(Term, Names) -> proplists:get_value(Term, Names, Term).
