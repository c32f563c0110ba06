%% shows binary:encode_hex, decode_hex and referenced_byte_size
-module(binary_module_hex).
-include("../support/edge.hrl").

main() ->
    ?T(binary:encode_hex(<<0, 15, 255>>)),
    ?T(binary:encode_hex(<<>>)),
    ?T(binary:encode_hex(<<1:1>>)),
    ?T(binary:decode_hex(<<"00fFaB">>)),
    ?T(binary:decode_hex(<<>>)),
    ?T(binary:decode_hex(<<"0">>)),
    ?T(binary:decode_hex("00")),
    ?T(binary:decode_hex(binary:encode_hex(<<"Erlang">>))),
    ?T(binary:referenced_byte_size(binary:part(binary:copy(<<"x">>, 1000), 10, 100))),
    ?T(binary:referenced_byte_size(binary:copy(binary:part(binary:copy(<<"x">>, 1000), 10, 100)))),
    ?T(binary:referenced_byte_size(<<"abc">>)),
    ?T(binary:referenced_byte_size(a)),
    ok.
