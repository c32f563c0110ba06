%% shows binary:encode_unsigned and decode_unsigned in both byte orders
-module(integers_of_binaries).
-include("../support/edge.hrl").

main() ->
    ?T(binary:encode_unsigned(0)),
    ?T(binary:encode_unsigned(255)),
    ?T(binary:encode_unsigned(256)),
    ?T(binary:encode_unsigned(256, little)),
    ?T(binary:encode_unsigned(1 bsl 64)),
    ?T(binary:encode_unsigned(1 bsl 64, little)),
    ?T(binary:encode_unsigned((1 bsl 64) - 1, big)),
    ?T(binary:encode_unsigned(-1)),
    ?T(binary:encode_unsigned(1.0)),
    ?T(binary:encode_unsigned(1, native_bad)),
    ?T(binary:decode_unsigned(<<>>)),
    ?T(binary:decode_unsigned(<<0, 0, 1>>)),
    ?T(binary:decode_unsigned(<<1, 0, 0>>, little)),
    ?T(binary:decode_unsigned(<<255:64>>)),
    ?T(binary:decode_unsigned(<<255, 255, 255, 255, 255, 255, 255, 255, 255>>)),
    ?T(binary:decode_unsigned(<<1, 2, 3, 4, 5, 6, 7, 8, 9>>, little)),
    ?T(binary:decode_unsigned(<<1:1>>)),
    ?T(binary:decode_unsigned("1")),
    ?T(binary:decode_unsigned(<<1>>, middle)),
    ?T([N || N <- [1, 127, 128, 65535, 1 bsl 59, (1 bsl 100) + 7], binary:decode_unsigned(binary:encode_unsigned(N)) =/= N]),
    ?T([N || N <- [1, 300, 1 bsl 63, (1 bsl 90) + 5], binary:decode_unsigned(binary:encode_unsigned(N, little), little) =/= N]),
    ok.
