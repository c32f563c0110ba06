%% shows erl_ddll: loading twice, unloading with ports, reloading, monitors, what is known of a driver
-module(drv_ddll).
-export([main/0]).

main() ->
    Folder = drv:folder(),
    Load = fun(Options) -> hide(erl_ddll:try_load(Folder, drv_data, Options)) end,
    Unload = fun(Options) -> hide(erl_ddll:try_unload(drv_data, Options)) end,
    io:format("~p ~p~n", [Load([{reload, pending}]), Unload([])]),
    io:format("~p ~p~n", [Load([]), Load([])]),
    io:format("~p~n", [lists:member("drv_data", element(2, erl_ddll:loaded_drivers()))]),
    io:format("~p~n", [[{Item, hide(erl_ddll:info(drv_data, Item))}
                        || Item <- [processes, driver_options, port_count, linked_in_driver, permanent,
                                    awaiting_load, awaiting_unload]]]),
    io:format("~p~n", [Load([{driver_options, [kill_ports]}])]),
    Port = drv:open("drv_data"),
    io:format("~p ~p~n", [Unload([{monitor, pending_driver}]), Unload([{monitor, pending}])]),
    io:format("~p ~p~n", [erl_ddll:info(drv_data, port_count), hide(erl_ddll:info(drv_data, awaiting_unload))]),
    io:format("~p ~p~n", [Load([]), drv:next()]),
    io:format("~p~n", [Load([{reload, pending_driver}, {monitor, pending_driver}])]),
    io:format("~p~n", [Load([{reload, pending_driver}])]),
    port_close(Port),
    io:format("~p~n", [drv:next()]),
    io:format("~p~n", [lists:sort([catch_error(fun() -> erl_ddll:info(drv_data, port_count) end)])]),
    erl_ddll:monitor(driver, {drv_data, loaded}),
    io:format("~p~n", [drv:next()]),
    drv:unload(drv_data),
    erl_ddll:monitor(driver, {drv_data, unloaded}),
    io:format("~p~n", [drv:next()]),
    [io:format("~p ~s~n", [Reason, erl_ddll:format_error(Reason)])
     || Reason <- [inconsistent, linked_in_driver, permanent, not_loaded, pending_process, {open_error, -1},
                   bad_driver_name, driver_incorrect_version]],
    {error, {open_error, _} = Error} = erl_ddll:try_load(Folder, drv_missing, []),
    io:format("~p ~s~n", [Error, erl_ddll:format_error(Error)]).

catch_error(F) -> try F() catch error:Reason -> {error, Reason} end.

hide(Tuple) when is_tuple(Tuple) -> list_to_tuple([hide(E) || E <- tuple_to_list(Tuple)]);
hide(Ref) when is_reference(Ref) -> ref;
hide(Pid) when is_pid(Pid) -> pid;
hide(List) when is_list(List) -> [hide(E) || E <- List];
hide(Other) -> Other.
