%% shows float_to_list and float_to_binary with decimals, scientific, short and compact
-module(float_to_text_options).
-include("../support/edge.hrl").

main() ->
    ?T(float_to_list(1.0)),
    ?T(float_to_list(-0.0)),
    ?T(float_to_list(0.1, [short])),
    ?T(float_to_list(1.0e22, [short])),
    ?T(float_to_list(1.0e-7, [short])),
    ?T(float_to_list(123456.789, [{decimals, 2}])),
    ?T(float_to_list(0.005, [{decimals, 2}])),
    ?T(float_to_list(1.5, [{decimals, 0}])),
    ?T(float_to_list(2.5, [{decimals, 0}])),
    ?T(float_to_list(1.5, [{decimals, 10}, compact])),
    ?T(float_to_list(1.0, [{decimals, 4}, compact])),
    ?T(float_to_list(1.0e100, [{decimals, 2}])),
    ?T(float_to_list(1.0, [{decimals, 254}])),
    ?T(float_to_list(1.0, [{decimals, -1}])),
    ?T(float_to_list(1.0, [{scientific, 3}])),
    ?T(float_to_list(1.0e300, [{scientific, 0}])),
    ?T(float_to_list(1.0, [{scientific, -1}])),
    ?T(float_to_list(1.0, [bad])),
    ?T(float_to_list(1.0, [short | x])),
    ?T(float_to_list(1, [])),
    ?T(float_to_binary(3.14, [{decimals, 1}])),
    ?T(float_to_binary(3.14, [{scientific, 5}])),
    ?T(float_to_binary(3.14, [short])),
    ?T(float_to_binary(a)),
    ?T(float_to_binary(1.0, x)),
    ?T(float_to_binary(1.0, [{decimals, a}])),
    ?T(float_to_binary(-0.04, [{decimals, 1}])),
    ok.
