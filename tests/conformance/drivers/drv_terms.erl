%% shows erl_drv_output_term with every kind of term, and descriptions that are wrong
-module(drv_terms).
-export([main/0]).

main() ->
    drv:load(drv_data),
    Port = drv:open("drv_data"),
    "done" = port_control(Port, 17, "bytes"),
    io:format("~p~n", [drv:next()]),
    "done" = port_control(Port, 17, binary:copy(<<"long">>, 100)),
    Long = drv:next(),
    io:format("~p ~p~n", [tuple_size(Long), [byte_size(B) || B <- tuple_to_list(Long), is_binary(B)]]),
    io:format("~p ~p~n", [port_control(Port, 18, ""), drv:flush()]),
    port_close(Port),
    drv:unload(drv_data).
