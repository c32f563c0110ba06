%% shows base64: white space, missing padding, illegal characters and the url alphabet
-module(base64_decoding).
-include("../support/edge.hrl").

main() ->
    ?T(base64:encode("")),
    ?T(base64:encode("a")),
    ?T(base64:encode(<<255, 254, 253>>)),
    ?T(base64:encode_to_string("ab")),
    ?T(base64:decode("YQ==")),
    ?T(base64:decode("Y Q\n==")),
    ?T(base64:decode("Y")),
    ?T(base64:decode("====")),
    ?T(base64:decode(<<"YWI=">>)),
    ?T(base64:mime_decode("Y*W!I=")),
    ?T(base64:mime_decode("YQ==YQ==")),
    ?T(base64:mime_decode_to_string("YWJj")),
    ?T(base64:decode(a)),
    ?T(base64:decode([$Y, $Q, -1, $=])),
    ?T([N || N <- lists:seq(0, 60), base64:decode(base64:encode(binary:copy(<<N>>, N))) =/= binary:copy(<<N>>, N)]),
    ok.
