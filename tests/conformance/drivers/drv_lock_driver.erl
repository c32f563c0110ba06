%% shows driver_lock_driver: the driver is permanent, nothing unloads or reloads it, and a process that waited for its end is notified
-module(drv_lock_driver).
-export([main/0]).

main() ->
    drv:load(drv_permanent),
    Waits = erl_ddll:monitor(driver, {drv_permanent, unloaded}),
    Port = drv:open("drv_permanent"),
    show(info),
    io:format("~s~n", [port_control(Port, 1, "")]),
    receive {'UP', Waits, driver, Name, Why} -> io:format("~p ~p~n", [Name, Why]) end,
    show(info),
    io:format("~s~n", [port_control(Port, 1, "")]),
    [io:format("~p~n", [try F() catch error:Reason -> {error_of, Reason} end])
     || F <- [fun() -> erl_ddll:try_unload(drv_permanent, []) end,
              fun() -> erl_ddll:try_unload(drv_permanent, [kill_ports]) end,
              fun() -> erl_ddll:try_load(drv:folder(), drv_permanent, []) end,
              fun() -> erl_ddll:try_load(drv:folder(), drv_permanent, [{reload, pending}, {monitor, pending}]) end,
              fun() -> erl_ddll:load_driver(drv:folder(), drv_permanent) end,
              fun() -> erl_ddll:unload_driver(drv_permanent) end,
              fun() -> erl_ddll:reload_driver(drv:folder(), drv_permanent) end]],
    [begin
         Ref = erl_ddll:monitor(driver, {drv_permanent, When}),
         receive {What, Ref, driver, N, Tag} -> io:format("~p: ~p ~p ~p~n", [When, What, N, Tag]) end
     end || When <- [loaded, unloaded, unloaded_only]],
    port_close(Port),
    Another = drv:open("drv_permanent"),
    io:format("~p ~p~n", [is_port(Another), lists:member("drv_permanent", element(2, erl_ddll:loaded_drivers()))]),
    io:format("~s~n", [erl_ddll:format_error(permanent)]),
    port_close(Another).

show(info) ->
    io:format("~p~n", [[{Item, try erl_ddll:info(drv_permanent, Item) of
                                   [{Pid, N}] when Pid =:= self() -> {self, N};
                                   Value -> Value
                               catch error:Reason -> Reason
                               end} || Item <- [processes, driver_options, port_count, linked_in_driver, permanent, awaiting_load,
                                                awaiting_unload]]]).
