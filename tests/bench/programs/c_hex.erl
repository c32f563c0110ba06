%% Binaries as hexadecimal text and back by comprehensions over bytes and nibbles.
-module(c_hex).
-ifndef(SIZE).
-define(SIZE, 7600).
-endif.
-define(SMALL, 3).
-include("bench.hrl").

run(N) ->
    Data = list_to_binary([X * X rem 256 || X <- lists:seq(1, 400)]),
    loop(N, Data, 0).

loop(0, _, Sum) -> Sum;
loop(N, Data, Sum) ->
    Text = << <<(digit(D))>> || <<D:4>> <= Data >>,
    Data = << <<(number(H) * 16 + number(L))>> || <<H, L>> <= Text >>,
    loop(N - 1, Data, (Sum + erlang:crc32(Text)) band 16#ffffff).

digit(D) when D < 10 -> $0 + D;
digit(D) -> $a + D - 10.

number(C) when C >= $a -> C - $a + 10;
number(C) -> C - $0.
