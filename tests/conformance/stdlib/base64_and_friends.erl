%% shows base64, uri_string quoting, and hexadecimal text
-module(base64_and_friends).
-export([main/0]).

main() ->
    [io:format("~s ~w~n", [base64:encode(B), base64:decode(base64:encode(B)) =:= B]) || B <- [<<>>, <<"a">>, <<"ab">>, <<"abc">>, <<0, 255, 128>>]],
    io:format("~s ~w~n", [base64:encode_to_string("text"), base64:decode_to_string("dGV4dA==")]),
    io:format("~w~n", [byte_size(base64:decode(base64:encode(binary:copy(<<"x">>, 1000))))]),
    io:format("~s ~w~n", [binary:encode_hex(<<1, 171>>), binary:decode_hex(<<"01ab">>)]),
    io:format("~s~n", [uri_string:quote("a b/c")]),
    io:format("~w~n", [try base64:decode("!") catch error:_ -> error end]),
    ok.
