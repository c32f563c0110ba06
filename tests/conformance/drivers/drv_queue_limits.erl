%% shows the limits of a port's message queue: what open_port/2 and the driver set, read and disable
-module(drv_queue_limits).
-export([main/0]).

main() ->
    drv:load(drv_soft),
    [begin
         Port = open_port({spawn_driver, "drv_soft"}, Options),
         io:format("~p~n", [Options]),
         [io:format("  ~s -> ~s~n", [Limits, port_control(Port, 2, [Limits, 0])])
          || Limits <- ["0 0", "100 200", "0 0", "0 50", "0 0", "300 0", "0 0", "500 400", "0 0", "-1 0", "0 0", "10 20", "0 0"]],
         io:format("  ~s~n", [port_control(Port, 3, [9])]),
         port_close(Port)
     end || Options <- [[], [{busy_limits_msgq, {10, 20}}], [{busy_limits_msgq, disabled}]]],
    [io:format("~p: ~p~n", [Option, try open_port({spawn_driver, "drv_soft"}, [Option]) of
                                        P -> port_control(P, 2, "0 0\0"), L = port_control(P, 2, "0 0\0"), port_close(P), L
                                    catch error:Reason -> Reason
                                    end])
     || Option <- [{busy_limits_msgq, {20, 10}}, {busy_limits_msgq, {0, 10}}, {busy_limits_msgq, 10}, {busy_limits_port, {5, 10}},
                   {busy_limits_port, disabled}, {busy_limits_msgq, {1, 1}}, {busy_limits_msgq, {-1, 10}}, {busy_limits_port, {10, 5}}]],
    drv:unload(drv_soft).
