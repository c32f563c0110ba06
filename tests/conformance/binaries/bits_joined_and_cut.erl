%% shows bitstrings that are no whole bytes: joined, cut, converted, compared, matched backwards, and in comprehensions
-module(bits_joined_and_cut).
-include("../support/edge.hrl").

main() ->
    ?T([<<A/bitstring, B/bitstring>> || A <- bits(), B <- bits()]),
    ?T([bit_size(B) || B <- bits()]),
    ?T([byte_size(B) || B <- bits()]),
    ?T([bitstring_to_list(B) || B <- bits()]),
    ?T([list_to_bitstring(bitstring_to_list(B)) =:= B || B <- bits()]),
    ?T(list_to_bitstring([<<1:1>>, <<2:2>>, [<<3:3>> | <<4:4>>]])),
    ?T(list_to_bitstring([256])),
    ?T(list_to_binary([<<1:1>>])),
    ?T(bitstring_to_list(a)),
    ?T(lists:sort([<<1:1>>, <<>>, <<128>>, <<1:2>>, <<0:9>>, <<1:9>>, <<0>>])),
    ?T([<<1:3>> < <<1:4>>, <<1:1>> =:= <<1:1>>, <<1:1>> == <<2:2>>, <<128>> > <<1:1>>]),
    ?T([tail(B, 3) || B <- bits()]),
    ?T([B || <<B:3>> <= <<16#abcdef:24>>]),
    ?T(<< <<B:2>> || <<B:3>> <= <<16#abcdef:24>> >>),
    ?T(<< <<(B + 1):5>> || B <- lists:seq(1, 5) >>),
    ?T([{A, B} || <<A:1, B:2/signed>> <= <<16#abcdef:24>>, A =:= 1]),
    ?T([lists:foldl(fun(_, B) -> <<B/bitstring, 1:1>> end, <<>>, lists:seq(1, N)) || N <- [7, 8, 9]]),
    ?T(begin <<A:5/bitstring, B/bitstring>> = <<16#1234:16>>, {A, B, <<B/bitstring, A/bitstring>>} end),
    ?T(is_binary(<<1:9>>) orelse is_bitstring(<<1:9>>)),
    ?T(binary:part(<<1, 2, 3:4>>, 0, 1)),
    ?T(erlang:binary_part(<<1, 2, 3>>, 3, -2)),
    ?T(size(<<1:17>>)),
    ?T(<<(<<1:3>>)/binary>>),
    ?T(<<(<<1:3>>):2/bitstring>>),
    ?T(<<(<<1:3>>):4/bitstring>>),
    ok.

bits() -> [<<>>, <<1:1>>, <<5:3>>, <<170>>, <<16#fff:12>>].
tail(B, N) when bit_size(B) >= N -> Skip = bit_size(B) - N, <<_:Skip, T/bitstring>> = B, T;
tail(_, _) -> short.
