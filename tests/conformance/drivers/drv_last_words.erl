%% shows what drivers hear of the end of the machine: emergency_close where it stops with a text
%% exit: 1
-module(drv_last_words).
-export([main/0]).

main() ->
    drv:load(drv_emergency),
    First = drv:open("drv_emergency"),
    Closed = drv:open("drv_emergency"),
    drv:load(drv_data),
    drv:open("drv_data"),
    port_close(Closed),
    true = is_port(First),
    erlang:halt("the end").
