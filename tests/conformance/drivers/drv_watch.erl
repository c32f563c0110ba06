%% shows monitors that a driver has of processes: made, read, removed, gone off, and those of ports that end
-module(drv_watch).
-export([main/0]).

main() ->
    drv:load(drv_events),
    drv:load(drv_data),
    Port = drv:open("drv_events"),
    Do = fun(Bytes) -> io:format("~p: ~s~n", [Bytes, port_control(Port, 3, Bytes)]) end,
    [begin
         Do(Bytes),
         io:format("~p ~p~n", [shown(erlang:port_info(Port, monitors)), watching(Port)])
     end || Bytes <- ["m0", "g0", "m1", "d0", "d0", "g0", "g1", "d1"]],
    {Other, Ref} = spawn_monitor(fun() ->
                                         port_control(Port, 3, "m0"),
                                         port_control(Port, 3, "m2"),
                                         {monitored_by, By} = process_info(self(), monitored_by),
                                         receive stop -> exit(length([P || P <- By, P =:= Port])) end
                                 end),
    receive {'DOWN', Ref, process, Other, _} -> error after 0 -> ok end,
    wait(fun() -> {monitors, M} = erlang:port_info(Port, monitors), length(M) =:= 2 end),
    Do("g2"),
    Other ! stop,
    io:format("~p~n", [lists:sort(drv:flush(3))]),
    io:format("~p~n", [erlang:port_info(Port, monitors)]),
    Do("d2"),
    %% The port ends first: the process is not monitored any more.
    Do("m3"),
    port_close(Port),
    wait(fun() -> watching(Port) =:= 0 end),
    io:format("~p~n", [drv:flush()]),
    %% The port's owner, which has ended.
    Me = self(),
    Dead = spawn(fun() -> Own = drv:open("drv_events"), true = erlang:port_connect(Own, Me), unlink(Own), Me ! {own, Own} end),
    Own = receive {own, P} -> P end,
    DeadRef = monitor(process, Dead),
    receive {'DOWN', DeadRef, process, Dead, _} -> ok end,
    io:format("~s~n", [port_control(Own, 3, "w0")]),
    port_close(Own),
    drv:unload(drv_data),
    drv:unload(drv_events).

watching(Port) -> length([P || P <- element(2, process_info(self(), monitored_by)), P =:= Port]).

shown({monitors, Monitors}) -> [{process, Pid =:= self()} || {process, Pid} <- Monitors].

wait(F) -> F() orelse (erlang:yield() andalso wait(F)).
