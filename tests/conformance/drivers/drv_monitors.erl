%% shows driver_monitor_process: process_exit is called once, demonitoring, processes that are dead
-module(drv_monitors).
-export([main/0]).

main() ->
    drv:load(drv_life),
    Port = drv:open("drv_life"),
    io:format("~p~n", [drv:next()]),
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() ->
                                       Self ! {monitored, port_control(Port, 8, [])},
                                       receive go -> ok end
                               end),
    receive {monitored, Answer} -> io:format("~p~n", [Answer]) end,
    {monitored_by, By} = wait_for_monitor(Pid),
    io:format("~p~n", [length(By)]),
    Pid ! go,
    io:format("~p~n", [lists:sort(drv:flush(2))]),
    io:format("~p~n", [port_control(Port, 9, [])]),
    io:format("~p ~p~n", [port_control(Port, 8, []), port_control(Port, 9, [])]),
    io:format("~p ~p~n", [port_control(Port, 9, []), is_reference(Ref)]),
    port_close(Port),
    drv:unload(drv_life).

wait_for_monitor(Pid) ->
    case process_info(Pid, monitored_by) of
        {monitored_by, [_, _ | _]} = Done -> Done;
        _ -> erlang:yield(), wait_for_monitor(Pid)
    end.
