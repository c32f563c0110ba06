%% shows integers of many sizes, of both signs and byte orders, in and from bitstrings at several bit offsets: a checksum of what came out
-module(long_integers).
-export([main/0, id/1]).

main() ->
    [io:format("~b bits: ~b~n", [Bits, lists:foldl(fun(Integer, Sum) -> of_integer(Integer, Bits, Sum) end, 0, integers())]) || Bits <- sizes()],
    Big = 16#0123456789ABCDEF_FEDCBA9876543210_0011223344556677_8899AABBCCDDEEFF,
    [io:format("~w~n~w~n", [<<Offset:Offset, (id(Big)):Bits>>, <<Offset:Offset, (id(-Big)):Bits/little>>]) || Offset <- [0, 3], Bits <- [68, 128, 131, 262]].

sizes() ->
    [0, 1, 7, 8, 9, 59, 60, 61, 63, 64, 65, 71, 72, 73, 120, 127, 128, 129, 136, 192, 200, 257, 600].

integers() ->
    [Sign * (Power + Near) || Power <- [1 bsl 7, 1 bsl 59, 1 bsl 63, 1 bsl 64, 1 bsl 127, 1 bsl 128, 5 bsl 190, 1 bsl 511], Sign <- [1, -1], Near <- [-1, 0, 1]].

of_integer(Integer, Bits, Sum) ->
    lists:foldl(fun(Offset, Before) -> of_offset(Integer, Bits, Offset, Before) end, Sum, [0, 4, 8, 13]).

of_offset(Integer, Bits, Offset, Sum) ->
    Big = id(<<Offset:Offset, Integer:Bits, 5:3>>),
    Little = id(<<Offset:Offset, Integer:Bits/little, 5:3>>),
    <<_:Offset, A:Bits, 5:3>> = Big,
    <<_:Offset, B:Bits/signed, 5:3>> = Big,
    <<_:Offset, C:Bits/little, 5:3>> = Little,
    <<_:Offset, D:Bits/signed-little, 5:3>> = Little,
    C = A,
    D = B,
    erlang:phash2({Sum, Big, Little, A, B}).

id(X) ->
    X.
