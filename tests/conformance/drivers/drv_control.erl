%% shows port_control/3 with results in place, in memory, as binaries, none, and errors
-module(drv_control).
-export([main/0]).

main() ->
    drv:load(drv_data),
    Port = drv:open("drv_data"),
    Show = fun(Operation, Bytes) ->
                   io:format("~p ~p~n", [Operation, catch_error(fun() -> port_control(Port, Operation, Bytes) end)])
           end,
    [Show(Operation, "abc") || Operation <- [13, 14, 15, 16, 19, 99]],
    Show(5, ""),
    [Show(Operation, "bcd") || Operation <- [13, 14, 16, 15]],
    io:format("~p~n", [byte_size(port_control(Port, 14, binary:copy(<<"b">>, 1000)))]),
    Show(6, ""),
    io:format("~p~n", [length(port_control(Port, 14, binary:copy(<<"x">>, 1000)))]),
    [io:format("~p~n", [catch_error(fun() -> port_control(Port, Operation, Data) end)])
     || {Operation, Data} <- [{-1, ""}, {a, ""}, {1, a}, {1, [256]}, {1 bsl 32, ""}]],
    port_close(Port),
    io:format("~p~n", [catch_error(fun() -> port_control(Port, 1, "") end)]),
    drv:unload(drv_data).

catch_error(F) -> try F() catch error:Reason -> {error, Reason} end.
