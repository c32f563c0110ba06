%% shows driver_create_port: a port that a driver makes is linked to its owner, has its own state, and ends by itself; names of threads
-module(drv_create_port).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    drv:load(drv_ports),
    First = drv:open("drv_ports"),
    Second = make(First),
    Third = make(Second),
    io:format("~p~n", [[port_control(Port, 2, []) || Port <- [First, Second, Third]]]),
    [io:format("~0p~n", [[lists:keyfind(Item, 1, info(Port)) || Item <- [name, connected, input, output]]]) || Port <- [First, Second, Third]],
    io:format("~p~n", [[lists:member(Port, element(2, process_info(self(), links))) || Port <- [First, Second, Third]]]),
    [Port ! {self(), {command, "text"}} || Port <- [First, Second, Third]],
    io:format("~p~n", [drv:flush(3)]),
    Other = spawn_link(fun() -> owner(Second) end),
    receive {Other, Made} -> ok end,
    io:format("~p~n", [[erlang:port_info(Made, connected) =:= {connected, Other}, port_control(Made, 2, [])]]),
    io:format("~p~n", [port_control(First, 3, [])]),
    port_control(Second, 4, []),
    receive {'EXIT', Second, Reason} -> io:format("~p~n", [Reason]) end,
    Other ! stop,
    receive {'EXIT', Other, Why} -> io:format("~p~n", [Why]) end,
    io:format("~p~n", [[erlang:port_info(Port, id) =:= undefined || Port <- [First, Second, Third, gone(Made)]]]),
    true = port_close(Third),
    true = port_close(First),
    io:format("~p~n", [drv:flush(2)]),
    drv:unload(drv_ports).

make(Port) ->
    _ = port_control(Port, 1, []),
    receive {made, Made, []} -> Made end.

%% The port's owner gets what the driver sends; the process that called owns the new port.
owner(Port) ->
    process_flag(trap_exit, true),
    Main = hd(element(2, process_info(self(), links))),
    port_connect(Port, self()),
    Made = make(Port),
    port_connect(Port, Main),
    unlink(Port),
    Main ! {self(), Made},
    receive stop -> ok end.

gone(Port) ->
    case erlang:port_info(Port, id) of
        undefined -> Port;
        _ -> receive after 1 -> gone(Port) end
    end.

info(Port) ->
    [case Item of {connected, Pid} -> {connected, Pid =:= self()}; _ -> Item end || Item <- erlang:port_info(Port)].
