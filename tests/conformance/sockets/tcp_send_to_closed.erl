%% shows sends to a peer that is gone: the first goes out, later ones fail, and the next receive says closed
-module(tcp_send_to_closed).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    passive(false), passive(true), active().

passive(Shows) ->
    {Server, Client} = loopback:pair([{show_econnreset, Shows}], []),
    ok = gen_tcp:close(Client),
    ok = gen_tcp:send(Server, "first"),
    Failed = until_failure(Server, 1000),
    io:format("~p~n", [{Failed, gen_tcp:send(Server, "more"), gen_tcp:recv(Server, 0, 1000), gen_tcp:recv(Server, 0, 1000)}]).

until_failure(_, 0) -> none;
until_failure(Socket, Left) ->
    case gen_tcp:send(Socket, "again") of
        ok -> erlang:yield(), until_failure(Socket, Left - 1);
        Error -> Error
    end.

active() ->
    {Server, Client} = loopback:pair([], []),
    ok = inet:setopts(Server, [{active, true}]),
    ok = gen_tcp:close(Client),
    io:format("~p~n", [{loopback:next(), loopback:next(), gen_tcp:send(Server, "x"), loopback:flush(20)}]).
