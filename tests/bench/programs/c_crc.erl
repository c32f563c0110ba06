%% CRC-32 with a table in a tuple, byte by byte.
-module(c_crc).
-ifndef(SIZE).
-define(SIZE, 2000).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Table = list_to_tuple([entry(I, 8) || I <- lists:seq(0, 255)]),
    Data = list_to_binary([X * 31 band 255 || X <- lists:seq(1, 8000)]),
    loop(N, Table, Data, 0).

entry(C, 0) -> C;
entry(C, N) when C band 1 =:= 1 -> entry((C bsr 1) bxor 16#edb88320, N - 1);
entry(C, N) -> entry(C bsr 1, N - 1).

loop(0, _, _, Sum) -> Sum;
loop(N, Table, Data, Sum) -> loop(N - 1, Table, Data, Sum bxor crc(Data, 16#ffffffff, Table)).

crc(<<Byte, Rest/binary>>, Crc, Table) ->
    crc(Rest, (Crc bsr 8) bxor element(1 + ((Crc bxor Byte) band 255), Table), Table);
crc(<<>>, Crc, _) -> Crc bxor 16#ffffffff.
