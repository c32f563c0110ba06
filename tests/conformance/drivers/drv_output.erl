%% shows driver_output, output2, output_binary, outputv, to ports with and without `binary`, and in lines
-module(drv_output).
-export([main/0]).

main() ->
    drv:load(drv_data),
    [outputs(Options) || Options <- [[], [binary], [{line, 3}], [{line, 3}, binary]]],
    drv:unload(drv_data).

outputs(Options) ->
    Port = drv:open("drv_data", Options),
    io:format("~p ~p~n", [Options, port_control(Port, 7, [])]),
    [begin
         "done" = port_control(Port, Operation, Bytes),
         io:format("  ~p ~p: ~p~n", [Operation, Bytes, drv:flush()])
     end || Operation <- [1, 2, 3, 4], Bytes <- ["x", "hello", "a\nbcdef\n", <<1, 2, 3>>]],
    true = port_command(Port, ["to", <<"gether">>, 10]),
    io:format("  ~p~n", [drv:flush()]),
    Port ! {self(), {command, "sent"}},
    io:format("  ~p~n", [drv:next()]),
    port_close(Port).
