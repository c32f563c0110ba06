%% shows port_control/3 and port_call/3 with large data and results, as lists and as binaries
-module(drv_large).
-export([main/0]).

main() ->
    drv:load(drv_data),
    Port = drv:open("drv_data"),
    Sizes = [63, 64, 65, 1000, 100000, 3000000],
    [begin
         Data = binary:copy(<<"b">>, Size),
         List = port_control(Port, 14, <<"a", Data/binary>>),
         port_control(Port, 5, ""),
         Binary = port_control(Port, 14, [Data]),
         port_control(Port, 6, ""),
         io:format("~p: ~p ~p ~p ~p~n", [Size, is_list(List), length(List), is_binary(Binary), Binary =:= Data])
     end || Size <- Sizes],
    [begin
         Term = {Size, binary:copy(<<"t">>, Size), lists:seq(1, Size div 1000)},
         io:format("~p: ~p~n", [Size, [erlang:port_call(Port, Operation, Term) =:= Term || Operation <- [1, 2]]])
     end || Size <- Sizes],
    io:format("~p~n", [erlang:port_info(Port, output)]),
    Big = binary:copy(<<"o">>, 1000000),
    port_command(Port, Big),
    Length = data_length(Port),
    io:format("~p ~p ~p~n", [Length, erlang:port_info(Port, output), erlang:port_info(Port, input)]),
    port_close(Port),
    drv:unload(drv_data).

%% Without drv:next/0, which makes a new list. This one is garbage on return: no later collection copies it.
data_length(Port) -> receive {Port, {data, Data}} -> length(Data) after 5000 -> nothing end.
