%% Varints and length-delimited fields as in protocol buffers, written and read.
-module(c_varint).
-ifndef(SIZE).
-define(SIZE, 1400).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) ->
    Values = [X * X * X || X <- lists:seq(1, 300)],
    loop(N, Values, 0).

loop(0, _, Sum) -> Sum;
loop(N, Values, Sum) ->
    Data = iolist_to_binary([[varint(I * 8), varint(V), varint(I * 8 + 2), varint(5), <<"field">>]
                             || {I, V} <- lists:zip(lists:seq(1, 300), Values)]),
    loop(N - 1, Values, (Sum + fields(Data, 0)) band 16#ffffff).

varint(V) when V < 128 -> <<V>>;
varint(V) -> <<1:1, V:7, (varint(V bsr 7))/binary>>.

fields(<<>>, Sum) -> Sum;
fields(Data, Sum) ->
    {Key, Rest} = read(Data, 0, 0),
    case Key band 7 of
        0 -> {Value, Next} = read(Rest, 0, 0), fields(Next, Sum + Value band 1023);
        2 -> {Size, Behind} = read(Rest, 0, 0),
             <<Field:Size/binary, Next/binary>> = Behind,
             fields(Next, Sum + byte_size(Field))
    end.

read(<<1:1, Part:7, Rest/binary>>, Shift, Value) -> read(Rest, Shift + 7, Value bor (Part bsl Shift));
read(<<0:1, Part:7, Rest/binary>>, Shift, Value) -> {Value bor (Part bsl Shift), Rest}.
