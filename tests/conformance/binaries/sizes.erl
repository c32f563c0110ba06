%% shows byte_size, bit_size, size and iolist_size of every shape
-module(sizes).
-include("../support/edge.hrl").

main() ->
    ?T(byte_size(<<>>)),
    ?T(byte_size(<<1:1>>)),
    ?T(byte_size(<<1:17>>)),
    ?T(bit_size(<<1:17>>)),
    ?T(bit_size(<<>>)),
    ?T(bit_size(a)),
    ?T(byte_size([1])),
    ?T(size({a, b})),
    ?T(size(<<1, 2, 3:4>>)),
    ?T(size([])),
    ?T(size(a)),
    ?T(iolist_size([])),
    ?T(iolist_size([1, "ab", <<1, 2>>, [[[]]]])),
    ?T(iolist_size([<<1:1>>])),
    ?T(iolist_size([256])),
    ?T(iolist_size([a])),
    ?T(iolist_size(<<"abc">>)),
    ?T(iolist_size([1 | 2])),
    ?T(iolist_size([1 | <<2>>])),
    ?T(iolist_size(a)),
    ?T(iolist_size(lists:duplicate(1000, [<<"12345">>, $a]))),
    ?T(iolist_to_binary([$a, [<<"b">> | "c"], [] | <<"d">>])),
    ?T(iolist_to_binary([1.0])),
    ?T(iolist_to_binary(<<1:1>>)),
    ?T(erlang:iolist_to_iovec([<<"a">>, "b", [<<"c">>]])),
    ?T(erlang:iolist_to_iovec(a)),
    ?T(erlang:iolist_to_iovec([a])),
    ?T(erlang:iolist_to_iovec([])),
    ok.
