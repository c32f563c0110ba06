%% shows erl_drv_consume_timeslice: parts of a time slice add up within one call of the driver
-module(drv_timeslice).
-export([main/0]).

main() ->
    drv:load(drv_system),
    Port = drv:open("drv_system"),
    [io:format("~p: ~s~n", [Parts, port_control(Port, 8, Parts)])
     || Parts <- [[1], [50, 50], [30, 30, 30, 30], [100, 1], [0, 0, 98], [99, 1, 1], [200], [20, 20, 20, 20, 19, 1]]],
    port_close(Port),
    drv:unload(drv_system).
