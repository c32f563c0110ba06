%% Fields of odd widths packed and unpacked: 3, 5, 11, 13 bits.
-module(c_bits).
-ifndef(SIZE).
-define(SIZE, 9800).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) ->
    Rows = [{X band 7, X band 31, X * 3 band 2047, X * 7 band 8191} || X <- lists:seq(1, 1000)],
    loop(N, Rows, 0).

loop(0, _, Sum) -> Sum;
loop(N, Rows, Sum) ->
    Packed = << <<A:3, B:5, C:11, D:13>> || {A, B, C, D} <- Rows >>,
    loop(N - 1, Rows, (Sum + unpack(Packed, 0)) band 16#ffffff).

unpack(<<A:3, B:5, C:11, D:13/signed, Rest/bits>>, Sum) -> unpack(Rest, Sum + A + B + C + D);
unpack(<<>>, Sum) -> Sum.
