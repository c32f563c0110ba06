%% shows a port's timer: set, set again, read, cancelled, gone off, and gone with its port
-module(drv_timers).
-export([main/0]).

main() ->
    drv:load(drv_events),
    drv:load(drv_data),
    Port = drv:open("drv_events"),
    Do = fun(Bytes) -> io:format("~p: ~s~n", [Bytes, port_control(Port, 1, Bytes)]) end,
    [Do(Bytes) || Bytes <- ["r", "c", "s\x64", "r", "s\xc8", "r", "c", "r", "c"]],
    Do("m\x01"),
    io:format("~p~n", [drv:next()]),
    Do("r"),
    Do("m\x00"),
    io:format("~p~n", [drv:next()]),
    %% The second replaces the first.
    Do("m\x01"),
    Do("s\x64"),
    Do("m\x05"),
    io:format("~p~n", [drv:next()]),
    Do("m\x05"),
    Do("c"),
    Other = drv:open("drv_events"),
    port_control(Other, 1, "m\x14"),
    io:format("~p~n", [drv:next()]),
    port_control(Other, 1, "m\x01"),
    port_close(Other),
    port_control(Port, 1, "m\x14"),
    io:format("~p ~p~n", [drv:next(), drv:flush()]),
    %% In the order of their times.
    Ports = [{N, drv:open("drv_events")} || N <- [3, 1, 2]],
    [port_control(P, 1, [$m, N * 30]) || {N, P} <- Ports],
    io:format("~p~n", [drv:flush(3)]),
    [port_close(P) || {_, P} <- Ports],
    port_close(Port),
    drv:unload(drv_data),
    drv:unload(drv_events).
