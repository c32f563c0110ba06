%% shows the life of a port of a driver: start, output, timers, jobs, a pipe, a monitor, and a queue that is flushed
-module(drv_life_cycle).
-export([main/0]).

main() ->
    drv:load(drv_life),
    Port = drv:open("drv_life args"),
    io:format("~p~n", [drv:next()]),
    port_command(Port, "abc"),
    io:format("~p~n", [drv:next()]),
    port_control(Port, 1, [5]),
    io:format("~p~n", [drv:next()]),
    port_control(Port, 1, [255]),
    io:format("~p ", [port_control(Port, 3, [])]),
    port_control(Port, 2, []),
    io:format("~p~n", [port_control(Port, 3, [])]),
    [port_control(Port, 7, [N]) || N <- [1, 2, 3]],
    io:format("~p~n", [drv:flush(3)]),
    port_control(Port, 4, []),
    port_control(Port, 5, "xy"),
    io:format("~p~n", [drv:next()]),
    port_control(Port, 5, "-end"),
    io:format("~p~n", [drv:next()]),
    port_control(Port, 6, []),
    io:format("~p~n", [drv:next()]),
    port_control(Port, 10, "left"),
    Port ! {self(), close},
    io:format("~p~n", [drv:next()]),
    drv:unload(drv_life).
