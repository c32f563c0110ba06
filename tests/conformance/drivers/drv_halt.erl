%% shows what drivers hear of an ordinary end of the machine
-module(drv_halt).
-export([main/0]).

main() ->
    drv:load(drv_emergency),
    First = drv:open("drv_emergency"),
    Closed = drv:open("drv_emergency"),
    port_close(Closed),
    true = is_port(First),
    io:format("halt~n"),
    drv:load(drv_emergency).
