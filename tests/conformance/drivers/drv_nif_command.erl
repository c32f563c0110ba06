%% shows enif_port_command: a NIF writes to ports of drivers as their owner, or as any process
-module(drv_nif_command).
-export([main/0]).

main() ->
    ok = drv_from_nif:load(),
    drv:load(drv_data),
    drv:load(drv_vector),
    Plain = drv:open("drv_data"),
    Vector = drv:open("drv_vector", [binary]),
    port_control(Vector, 1, "d"),
    [begin
         io:format("~p~n", [drv_from_nif:F(Port, Data)]),
         io:format("~p~n", [drv:flush(1)])
     end || F <- [command, command_from], Port <- [Plain, Vector], Data <- ["bytes", <<"binary">>, [<<"a">>, "b"], binary:copy(<<"x">>, 300)],
            Port =/= Plain orelse iolist_size(Data) < 100],
    Me = self(),
    spawn(fun() -> Me ! {other, drv_from_nif:command(Plain, "from another process")} end),
    io:format("~p~n", [lists:sort(drv:flush(2))]),
    io:format("~p ~p~n", [drv_from_nif:is_alive(Plain), drv_from_nif:is_alive(Vector)]),
    port_close(Plain),
    port_close(Vector),
    io:format("~p ~p~n", [drv_from_nif:is_alive(Plain), drv_from_nif:command(Plain, "x")]),
    drv:unload(drv_data),
    drv:unload(drv_vector).
