%% shows a driver with soft busy: commands with force go through while its port is busy, and the others wait
-module(drv_soft_busy).
-export([main/0]).

main() ->
    drv:load(drv_soft),
    Port = drv:open("drv_soft busy"),
    Send = fun(Data, Options) -> io:format("~p ~p: ~p~n", [Data, Options, catch_error(fun() -> erlang:port_command(Port, Data, Options) end)]) end,
    Send("one", [nosuspend]),
    Send("two", [force]),
    Send("three", [force, nosuspend]),
    io:format("~p~n", [drv:flush(2)]),
    {Pid, Ref} = spawn_monitor(fun() -> exit({sent, port_command(Port, "four")}) end),
    wait(fun() -> not lists:member(element(2, process_info(Pid, status)), [runnable, running]) end),
    io:format("~p~n", [drv:flush()]),
    port_control(Port, 1, [0]),
    receive {'DOWN', Ref, process, Pid, Reason} -> io:format("~p ~p~n", [Reason, drv:next()]) end,
    Send("five", []),
    Send("+six", [nosuspend]),
    Send("seven", [nosuspend]),
    Send("eight", [force]),
    io:format("~p~n", [drv:flush(3)]),
    %% The port ends while a process waits.
    {Last, LastRef} = spawn_monitor(fun() -> exit(catch_error(fun() -> port_command(Port, "nine") end)) end),
    wait(fun() -> not lists:member(element(2, process_info(Last, status)), [runnable, running]) end),
    port_close(Port),
    receive {'DOWN', LastRef, process, Last, Why} -> io:format("~p~n", [Why]) end,
    [Send("ten", Options) || Options <- [[], [force], [nosuspend], [other], force]],
    drv:unload(drv_soft).

catch_error(F) -> try F() catch error:Reason -> Reason end.

wait(F) -> F() orelse (erlang:yield() andalso wait(F)).
