%% shows lists:seq/2,3 upwards, downwards, empty and refused
-module(lists_seq).
-include("../support/edge.hrl").

main() ->
    ?T(lists:seq(1, 5)),
    ?T(lists:seq(1, 0)),
    ?T(lists:seq(1, -1)),
    ?T(lists:seq(1, 10, 3)),
    ?T(lists:seq(10, 1, -4)),
    ?T(lists:seq(1, 0, 5)),
    ?T(lists:seq(0, 1, -1)),
    ?T(lists:seq(3, 3, 0)),
    ?T(lists:seq(1, 2, 0)),
    ?T(lists:seq(1, 0, 0)),
    ?T(lists:seq(a, 2)),
    ?T(lists:seq(1, 2.0)),
    ?T(lists:seq(1 bsl 64, (1 bsl 64) + 2)),
    ?T(lists:seq(-3, 3, 2)),
    ?T(length(lists:seq(1, 100000, 7))),
    ok.
