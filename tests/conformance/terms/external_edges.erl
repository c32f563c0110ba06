%% shows binary_to_term of what OTP refuses since short creations have two bits, of funs that are known, and floats that end in zeros
-module(external_edges).
-include("../support/edge.hrl").

main() ->
    ?T([is(binary_to_term(term_to_binary(Fun), [safe]), Fun) || Fun <- [fun lists:seq/2, fun ?MODULE:main/0]]),
    ?T([catch_reason(fun() -> binary_to_term(Bytes) end) || Bytes <- [<<131, 77, 0:32, 0>>, <<131, 77, 0:32, 8>>, <<131, 77, 1:32, 0, 7>>, <<131, 77, 1:32, 9, 7>>]]),
    ?T(binary_to_term(<<131, 77, 1:32, 8, 7>>)),
    ?T([catch_reason(fun() -> is_pid(binary_to_term(<<131, 103, 119, 1, $a, 1:32, 1:32, Creation>>)) end) || Creation <- [3, 4, 255]]),
    ?T([catch_reason(fun() -> is_port(binary_to_term(<<131, 102, 119, 1, $a, 1:32, Creation>>)) end) || Creation <- [3, 4, 255]]),
    ?T([catch_reason(fun() -> is_reference(binary_to_term(<<131, 101, 119, 1, $a, 1:32, Creation>>)) end) || Creation <- [3, 4, 255]]),
    ?T([catch_reason(fun() -> is_reference(binary_to_term(<<131, 114, 1:16, 119, 1, $a, Creation, 1:32>>)) end) || Creation <- [3, 4, 255]]),
    ?T([catch_reason(fun() -> binary_to_float(Bytes) end) || Bytes <- [<<"3.14", 0>>, <<"3.14", 0, "a">>, <<"3", 0, ".0">>, <<0>>]]),
    <<131, 99, Text:31/binary>> = term_to_binary(3.14, [{minor_version, 0}]),
    ?T(binary_to_float(Text)).

is(A, B) -> A =:= B.

catch_reason(Fun) -> try Fun() catch error:Reason -> Reason end.
