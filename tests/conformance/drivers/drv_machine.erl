%% shows driver_system_info, threads, memory, times and names of errors, as a driver sees them
-module(drv_machine).
-export([main/0]).

main() ->
    drv:load(drv_system),
    Port = drv:open("drv_system"),
    [Driver, Erts, Otp, Threads, Smp, Async, Schedulers, Nif, Dirty] = string:split(port_control(Port, 1, ""), "|", all),
    io:format("~s ~p ~p ~s ~s ~p ~p ~p ~s~n",
              [Driver, Erts =:= erlang:system_info(version), Otp =:= erlang:system_info(otp_release), Threads, Smp,
               Async =:= integer_to_list(erlang:system_info(thread_pool_size)),
               Schedulers =:= integer_to_list(erlang:system_info(schedulers)), Nif =:= erlang:system_info(nif_version), Dirty]),
    io:format("~p~n", [Driver =:= erlang:system_info(driver_version)]),
    [io:format("~s~n", [port_control(Port, Operation, "")]) || Operation <- [2, 3, 4, 7]],
    [io:format("~s ", [port_control(Port, 9, [Number])]) || Number <- [1, 2, 9, 11, 32, 110]],
    io:format("~n"),
    port_close(Port),
    drv:unload(drv_system).
