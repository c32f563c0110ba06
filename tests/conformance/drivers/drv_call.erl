%% shows port_call/3: terms to a driver and back, results that are none, ports without call
-module(drv_call).
-export([main/0]).

main() ->
    drv:load(drv_data),
    drv:load(drv_life),
    Port = drv:open("drv_data"),
    [io:format("~p~n", [call(Port, Operation, Term) =:= Term])
     || Operation <- [1, 2], Term <- [a, 1.5, [1, 2], {x, <<1>>}, #{k => v}, lists:seq(1, 1000), 1 bsl 100, self()]],
    [io:format("~p~n", [call(Port, Operation, x)]) || Operation <- [3, 4, -1, a]],
    Other = drv:open("drv_life"),
    io:format("~p~n", [call(Other, 1, x)]),
    port_close(Other),
    port_close(Port),
    io:format("~p~n", [call(Port, 1, x)]),
    drv:unload(drv_life),
    drv:unload(drv_data).

call(Port, Operation, Term) -> try erlang:port_call(Port, Operation, Term) catch error:Reason -> {error, Reason} end.
