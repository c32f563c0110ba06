%% shows erl_drv_getenv and erl_drv_putenv against os:getenv/1 and os:putenv/2
-module(drv_environment).
-export([main/0]).

main() ->
    drv:load(drv_system),
    Port = drv:open("drv_system"),
    Get = fun(Name, Room) -> io:format("~s ~p: ~s~n", [Name, Room, port_control(Port, 5, [Room | Name])]) end,
    Get("SONDE_TEST", 60),
    os:putenv("SONDE_TEST", "value"),
    [Get("SONDE_TEST", Room) || Room <- [60, 6, 5, 1, 0]],
    io:format("~s~n", [port_control(Port, 6, "SONDE_TEST=changed")]),
    io:format("~p~n", [os:getenv("SONDE_TEST")]),
    io:format("~s~n", [port_control(Port, 6, "SONDE_NEW=")]),
    io:format("~p~n", [os:getenv("SONDE_NEW")]),
    Get("SONDE_NEW", 10),
    os:unsetenv("SONDE_TEST"),
    Get("SONDE_TEST", 10),
    io:format("~p~n", [os:cmd("echo -n $SONDE_NEW-")]),
    [io:format("~s~n", [port_control(Port, 10, Bytes)]) || Bytes <- ["e", "="]],
    port_close(Port),
    drv:unload(drv_system).
