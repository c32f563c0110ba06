%% shows list_to_float and binary_to_float: what is a float and what is not
-module(text_to_float).
-include("../support/edge.hrl").

main() ->
    ?T(list_to_float("1.0")),
    ?T(list_to_float("-1.5e3")),
    ?T(list_to_float("+1.5E-3")),
    ?T(list_to_float("1")),
    ?T(list_to_float("1.")),
    ?T(list_to_float(".5")),
    ?T(list_to_float("1e3")),
    ?T(list_to_float("1.0e")),
    ?T(list_to_float("1.0e400")),
    ?T(list_to_float("1.0e-400")),
    ?T(list_to_float("4.9e-324")),
    ?T(list_to_float("1.7976931348623157e308")),
    ?T(list_to_float("1.0x")),
    ?T(list_to_float(" 1.0")),
    ?T(list_to_float("1.0 ")),
    ?T(list_to_float("")),
    ?T(list_to_float([$1, a])),
    ?T(list_to_float(a)),
    ?T(binary_to_float(<<"0.1">>)),
    ?T(binary_to_float(<<"1">>)),
    ?T(binary_to_float(<<>>)),
    ?T(binary_to_float("1.0")),
    ?T(binary_to_float(<<"-0.0">>)),
    ?T(binary_to_float(<<"123456789.123456789">>)),
    ?T(binary_to_float(<<"1.0", 1:1>>)),
    ok.
