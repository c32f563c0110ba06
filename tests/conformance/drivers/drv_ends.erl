%% shows how a driver ends its port: the reasons of links and monitors, eof with and without the option
-module(drv_ends).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    drv:load(drv_data),
    [begin
         Port = drv:open("drv_data", Options),
         Ref = monitor(port, Port),
         "done" = port_control(Port, Operation, Bytes),
         io:format("~p ~p ~p: ~p, ~p~n", [Options, Operation, Bytes, lists:sort(drv:flush()), erlang:port_info(Port, name)]),
         demonitor(Ref, [flush]),
         catch port_close(Port),
         drv:flush()
     end || Options <- [[], [eof]], {Operation, Bytes} <- [{8, "because\0"}, {9, [11]}, {10, ""}, {11, [0]}, {11, [7]},
                                                            {12, [0]}, {12, [2]}]],
    drv:unload(drv_data).
