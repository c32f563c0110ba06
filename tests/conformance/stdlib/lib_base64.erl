%% shows base64: all lengths, white space, padding and what is no base64
-module(lib_base64).
-include("../support/edge.hrl").

main() ->
    ?T(base64:encode("")),
    ?T(base64:encode(<<"a">>)),
    ?T(base64:encode("ab")),
    ?T(base64:encode("abc")),
    ?T(base64:encode_to_string(<<0, 255>>)),
    ?T(base64:encode(a)),
    ?T(base64:decode("YQ==")),
    ?T(base64:decode("YWI=")),
    ?T(base64:decode(" Y W\nI= ")),
    ?T(base64:decode("Y")),
    ?T(base64:decode("Y*==")),
    ?T(base64:decode("=")),
    ?T(base64:mime_decode("Y*Q=!=")),
    ?T(base64:mime_decode("YQ==YQ==")),
    ?T(base64:mime_decode_to_string("YWJj\r\nZGVm")),
    ?T(base64:decode_to_string("YWJj")),
    ?T(base64:decode(<<"AP8=">>)),
    ?T(base64:decode(base64:encode(list_to_binary(lists:seq(0, 255)))) =:= list_to_binary(lists:seq(0, 255))),
    ?T(byte_size(base64:encode(binary:copy(<<1, 2, 3, 4>>, 1000)))),
    ?T(base64:decode(x)),
    ok.
