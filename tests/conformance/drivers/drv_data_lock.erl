%% shows the lock of a port's data: created once, counted, held while its count is two, and threads that fill a queue
-module(drv_data_lock).
-export([main/0]).

main() ->
    drv:load(drv_jobs),
    Port = drv:open("drv_jobs listener"),
    [io:format("~s~n", [port_control(Port, Operation, "")]) || Operation <- [4, 4, 8, 5, 5, 8, 6, 6, 7, 7]],
    io:format("~p~n", [erlang:port_info(Port, queue_size)]),
    port_close(Port),
    drv:unload(drv_jobs).
