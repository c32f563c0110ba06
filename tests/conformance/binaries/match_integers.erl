%% shows integers matched out of binaries: sizes, signs, byte orders, unaligned, variable sizes, failure
-module(match_integers).
-export([main/0]).

main() ->
    B = id(<<16#81, 16#02, 16#F3, 16#04, 16#85, 16#06, 16#07, 16#98, 16#A9>>),
    <<A1:8, A2:16, A3:24, _/binary>> = B,
    <<S1:8/signed, S2:16/signed-little, S3:24/little, _/bits>> = B,
    <<X1:3, X2:13, X3:7/signed, X4:40/little, X5:9>> = B,
    <<Y1:72>> = B,
    <<Y2:72/signed-little>> = B,
    io:format("~w~n~w~n~w~n~w~n", [{A1, A2, A3}, {S1, S2, S3}, {X1, X2, X3, X4, X5}, {Y1, Y2}]),
    Size = id(11),
    <<Z1:Size, Z2:Size/signed, Z3:Size/little, _/bits>> = B,
    io:format("~w~n", [{Z1, Z2, Z3}]),
    <<Len, Body:(Len band 3)/binary, Rest/bits>> = B,
    io:format("~w~n", [{Len, Body, Rest}]),
    io:format("~w~n", [[kind(X) || X <- [<<>>, <<1>>, <<1, 2>>, <<7, 1, 2, 3>>, <<1:7>>, <<8, 2:4, 3:4>>, a, <<9:4, 255, 1:4>>]]]),
    ok.

kind(<<>>) -> empty;
kind(<<7, N:24>>) -> {seven, N};
kind(<<8, A:4, B:4>>) -> {eight, A, B};
kind(<<9:4, F:8, _/bits>>) -> {nine, F};
kind(<<N>>) -> {byte, N};
kind(<<N:16/little>>) -> {short, N};
kind(B) when is_bitstring(B) -> {bits, bit_size(B)};
kind(_) -> none.

id(X) -> X.
