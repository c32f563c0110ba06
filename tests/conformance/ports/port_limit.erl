%% shows what happens when there are as many ports as there can be: open_port/2, sockets, accept; and again when one is closed
-module(port_limit).

-export([main/0]).

main() ->
    Limit = erlang:system_info(port_limit),
    {ok, Listening} = gen_tcp:listen(0, [{active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Number} = inet:port(Listening),
    [First, Second | _] = Ports = open([]),
    io:format("~p ~p~n", [Limit - length(erlang:ports()) =< 8, length(Ports) > Limit - 100]),
    io:format("~p~n", [catch gen_tcp:connect({127, 0, 0, 1}, Number, [{active, false}])]),
    io:format("~p~n", [catch gen_udp:open(0, [{ip, {127, 0, 0, 1}}])]),
    true = port_close(First),
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, Number, [{active, false}]),
    fill(),
    io:format("~p~n", [gen_tcp:accept(Listening, 5000)]),
    io:format("~p~n", [gen_tcp:recv(Socket, 0, 5000)]),
    true = port_close(Second),
    ok = gen_tcp:close(Socket),
    {ok, Again} = gen_tcp:connect({127, 0, 0, 1}, Number, [{active, false}]),
    {ok, Accepted} = gen_tcp:accept(Listening, 5000),
    ok = gen_tcp:send(Accepted, "done"),
    io:format("~p~n", [gen_tcp:recv(Again, 0, 5000)]).

fill() -> open([]).

open(Ports) ->
    try open_port({spawn_driver, "ram_file_drv"}, []) of
        Port -> open([Port | Ports])
    catch
        error:Reason ->
            Ports =:= [] orelse io:format("~p~n", [Reason]),
            Ports
    end.
