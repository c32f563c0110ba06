%% shows driver-level locking: calls of all ports of a driver exclude each other, and a port may work on another one
-module(drv_locking).
-export([main/0]).

main() ->
    drv:load(drv_family),
    drv:load(drv_family_apart),
    First = drv:open("drv_family"),
    Second = drv:open("drv_family latest"),
    Apart = drv:open("drv_family_apart"),
    [io:format("~p~n", [erlang:port_info(Port, locking)]) || Port <- [First, Second, Apart]],
    Me = self(),
    Workers = [spawn_monitor(fun() ->
                                     Port = drv:open("drv_family"),
                                     [port_control(Port, 5, "") || _ <- lists:seq(1, 200)],
                                     exit(Me ! {self(), port_control(Port, 5, "")})
                             end) || _ <- lists:seq(1, 8)],
    io:format("~p~n", [lists:usort([receive {Pid, Most} -> Most end || {Pid, _} <- Workers])]),
    [receive {'DOWN', Ref, process, _, _} -> ok end || {_, Ref} <- Workers],
    %% A port lets another one speak, and ends it.
    io:format("~p ~p~n", [port_control(First, 3, "hello"), drv:next()]),
    process_flag(trap_exit, true),
    io:format("~p ~p~n", [port_control(First, 4, ""), drv:next()]),
    io:format("~p ~p~n", [erlang:port_info(Second), catch_error(fun() -> port_control(First, 4, "") end)]),
    [port_close(P) || P <- [First, Apart]],
    drv:unload(drv_family),
    drv:unload(drv_family_apart).

catch_error(F) -> try F() catch error:Reason -> Reason end.
