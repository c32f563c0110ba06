%% shows integer_to_list and integer_to_binary in every base
-module(integer_to_text_bases).
-include("../support/edge.hrl").

main() ->
    ?T(integer_to_list(35, 36)),
    ?T(integer_to_list(-255, 16)),
    ?T(integer_to_list(0, 2)),
    ?T(integer_to_list(1 bsl 64, 16)),
    ?T(integer_to_list(-(1 bsl 64), 2)),
    ?T(integer_to_list(1 bsl 100, 36)),
    ?T(integer_to_list(1, 1)),
    ?T(integer_to_list(1, 37)),
    ?T(integer_to_list(1, a)),
    ?T(integer_to_list(1.0)),
    ?T(integer_to_list(a, 10)),
    ?T(integer_to_binary(1 bsl 100)),
    ?T(integer_to_binary(-1, 36)),
    ?T(integer_to_binary(12345678901234567890, 7)),
    ?T(integer_to_binary(1.5)),
    ?T(integer_to_binary(1, 0)),
    ?T(integer_to_binary([], 10)),
    ?T([integer_to_list(100, B) || B <- lists:seq(2, 36)]),
    ?T(length(integer_to_list(1 bsl 5000))),
    ok.
