%% shows how commands reach outputv: parts of large and small binaries, and driver_outputv back with a part skipped
-module(drv_outputv).
-export([main/0]).

main() ->
    drv:load(drv_vector),
    Lists = drv:open("drv_vector"),
    Binaries = drv:open("drv_vector", [binary]),
    Big = binary:copy(<<"0123456789">>, 100),
    <<_:3/bytes, Part:600/bytes, _/bytes>> = Big,
    <<_:1, Shifted:300/bytes, _/bits>> = Big,
    Small = <<"small">>,
    Limit = binary:copy(<<"x">>, 255),
    Data = [[], "", Small, "list", [Small | Small], Big, [Big], [Small, Big, Small], [Big, Big], [Big, "ab", Big],
            [$a, [$b, [$c]], Small], Part, [Part | Part], Limit, [Limit, Limit], <<Limit/binary, "y">>, Shifted, lists:duplicate(300, $a)],
    port_control(Lists, 1, "d"),
    [begin
         port_command(Lists, D),
         io:format("~s~n", [data(drv:next())])
     end || D <- Data],
    [begin
         port_control(Port, 1, [$e, Skip]),
         port_command(Port, D),
         io:format("~p ~p~n", [Skip, shape(data(drv:next()))])
     end || Port <- [Lists, Binaries], Skip <- [0, 2], D <- [[], "abcdef", Small, [Small, Big], [Big | Small], [Big, "tail"]]],
    [io:format("~p~n", [try port_command(Lists, D) catch error:Reason -> Reason end])
     || D <- [a, [256], [a | b], <<1:1>>, [-1], 1.5]],
    port_close(Lists),
    port_close(Binaries),
    drv:unload(drv_vector).

data({port, {data, Data}}) -> Data.

shape(Binary) when is_binary(Binary), byte_size(Binary) > 20 -> {bytes, byte_size(Binary), binary:part(Binary, 0, 4)};
shape([Head | Tail]) when is_list(Tail), length(Tail) > 20 -> {list, length(Tail), lists:sublist([Head | Tail], 4)};
shape([Head | Tail]) -> [shape(Head) | shape(Tail)];
shape(Other) -> Other.
