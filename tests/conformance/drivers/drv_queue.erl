%% shows a port's queue: both ends, binaries, vectors with a part skipped, dequeuing, port_info(queue_size)
-module(drv_queue).
-export([main/0]).

main() ->
    drv:load(drv_data),
    Port = drv:open("drv_data"),
    [io:format("~p ~p: ~p, parts and size ~p, ~p~n",
               [Operation, Bytes, port_control(Port, Operation, Bytes), port_control(Port, 27, ""),
                erlang:port_info(Port, queue_size)])
     || {Operation, Bytes} <- [{23, "-one"}, {24, "-two"}, {25, "three"}, {26, "four"}, {22, [4]}, {22, [2]}, {22, [6]},
                               {22, [4]}, {22, [0]}, {23, "-again"}, {22, [5]}]],
    port_close(Port),
    drv:unload(drv_data).
