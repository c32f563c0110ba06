%% shows driver_enqv and driver_pushqv of whole commands: parts skipped, peeked and dequeued, counts of binaries
-module(drv_vector_queue).
-export([main/0]).

main() ->
    drv:load(drv_vector),
    Port = drv:open("drv_vector listener", [binary]),
    Big = binary:copy(<<"B">>, 300),
    Show = fun(What) ->
                   io:format("~p: ~s, ~p~n", [What, port_control(Port, 4, ""), erlang:port_info(Port, queue_size)])
           end,
    Show(empty),
    [begin
         port_control(Port, 1, [Mode, Skip]),
         port_command(Port, Data),
         io:format("~p~n", [drv:next()]),
         Show({Mode, Skip})
     end || {Mode, Skip, Data} <- [{$q, 0, [Big, "one"]}, {$q, 2, "-two"}, {$f, 0, ["three", Big]}, {$f, 200, [Big]},
                                   {$q, 255, "short"}, {$q, 4, "four"}, {$q, 0, []}]],
    io:format("~p~n", [bytes(port_control(Port, 2, ""))]),
    [begin
         io:format("~s~n", [port_control(Port, 3, [N])]),
         Show({dequeued, N})
     end || N <- [100, 3, 2, 255, 43]],
    io:format("~s~n", [port_control(Port, 6, [20])]),
    [port_control(Port, 3, [N]) || N <- [250, 250]],
    Show(left),
    io:format("~s~n", [port_control(Port, 3, "\xff")]),
    io:format("~s~n", [port_control(Port, 3, [1])]),
    io:format("~s~n", [port_control(Port, 5, "counted")]),
    port_control(Port, 7, "back"),
    port_control(Port, 8, "front"),
    Show(both),
    io:format("~s~n", [port_control(Port, 2, "")]),
    io:format("~s~n", [port_control(Port, 3, [71])]),
    port_close(Port),
    drv:unload(drv_vector).

%% Lengths of equal bytes.
bytes([]) -> [];
bytes([Byte | _] = Bytes) ->
    {Same, Rest} = lists:splitwith(fun(B) -> B =:= Byte end, Bytes),
    [{<<Byte>>, length(Same)} | bytes(Rest)].
