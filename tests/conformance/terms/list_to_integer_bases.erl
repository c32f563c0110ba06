%% shows list_to_integer and binary_to_integer in every base, with signs and rubbish
-module(list_to_integer_bases).
-include("../support/edge.hrl").

main() ->
    ?T(list_to_integer("zz", 36)),
    ?T(list_to_integer("ZZ", 36)),
    ?T(list_to_integer("-ff", 16)),
    ?T(list_to_integer("+ff", 16)),
    ?T(list_to_integer("2", 2)),
    ?T(list_to_integer("1", 1)),
    ?T(list_to_integer("1", 37)),
    ?T(list_to_integer("1", a)),
    ?T(list_to_integer("")),
    ?T(list_to_integer("-")),
    ?T(list_to_integer("+-1")),
    ?T(list_to_integer(" 1")),
    ?T(list_to_integer("1 ")),
    ?T(list_to_integer("1_000")),
    ?T(list_to_integer("123456789012345678901234567890")),
    ?T(list_to_integer("-0")),
    ?T(list_to_integer([$1 | $2])),
    ?T(list_to_integer([a])),
    ?T(list_to_integer(<<"1">>)),
    ?T(binary_to_integer(<<"7fffffffffffffff">>, 16)),
    ?T(binary_to_integer(<<"-8000000000000000">>, 16)),
    ?T(binary_to_integer(<<"10000000000000000">>, 16)),
    ?T(binary_to_integer(<<>>)),
    ?T(binary_to_integer(<<"x">>)),
    ?T(binary_to_integer(<<1:1>>)),
    ?T(binary_to_integer("1")),
    ?T(binary_to_integer(<<"1">>, 0)),
    ok.
