%% shows opening: what start returns, names with arguments, spawn and spawn_driver, options that drivers do not take
-module(drv_open).
-export([main/0]).

main() ->
    open(spawn_driver, "drv_data", []),
    drv:load(drv_data),
    [open(Kind, Command, []) || Kind <- [spawn, spawn_driver],
                                Command <- ["drv_data", "drv_data hello", "drv_data badarg", "drv_data general",
                                            "drv_data errno", drv_data, <<"drv_data hello">>]],
    [open(spawn_driver, "drv_data", [Option])
     || Option <- [exit_status, {packet, 2}, in, out, eof, hide, {busy_limits_port, {1, 2}}, {busy_limits_msgq, {1, 2}},
                   {parallelism, true}, stderr_to_stdout, nonsense]],
    drv:unload(drv_data),
    open(spawn_driver, "drv_data", []).

open(Kind, Command, Options) ->
    io:format("~p ~p ~p: ", [Kind, Command, Options]),
    try open_port({Kind, Command}, Options) of
        Port ->
            {name, Name} = erlang:port_info(Port, name),
            {locking, Locking} = erlang:port_info(Port, locking),
            io:format("~p ~p ~p~n", [Name, Locking, drv:flush()]),
            port_close(Port)
    catch error:Reason -> io:format("~p~n", [Reason])
    end.
