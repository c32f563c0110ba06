%% shows driver_async: order, keys, and results of jobs whose port is closed
-module(drv_async).
-export([main/0]).

main() ->
    drv:load(drv_jobs),
    drv:open("drv_jobs listener"),
    Port = drv:open("drv_jobs"),
    io:format("~p~n", [erlang:system_info(thread_pool_size)]),
    port_control(Port, 2, [0]),
    [io:format("~s~n", [port_control(Port, 1, [N, Key, 1])]) || {N, Key} <- [{1, 0}, {2, 7}, {3, 200}, {4, 1}]],
    io:format("~p ~s~n", [drv:flush(), port_control(Port, 3, "")]),
    port_control(Port, 2, [1]),
    io:format("~p~n", [drv:flush(4)]),
    io:format("~s ~s~n", [port_control(Port, 3, ""), port_control(Port, 9, "")]),
    %% Closed while its jobs wait: their results are freed, where the job says how.
    port_control(Port, 2, [0]),
    [port_control(Port, 1, [N, 0, 1]) || N <- [5, 6]],
    port_control(Port, 1, [7, 0, 0]),
    port_control(Port, 1, [8, 0, 1]),
    port_close(Port),
    io:format("~p~n", [drv:flush(4)]).
