%% shows round, trunc, floor, ceil, float and abs at the ends of their ranges
-module(rounding).
-include("../support/edge.hrl").

main() ->
    ?T(round(0.5)),
    ?T(round(-0.5)),
    ?T(round(1.5)),
    ?T(round(2.5)),
    ?T(round(-2.5)),
    ?T(round(0.49999999999999994)),
    ?T(round(4503599627370497.5)),
    ?T(round(1.0e20)),
    ?T(round(a)),
    ?T(trunc(-1.9)),
    ?T(trunc(1.0e30)),
    ?T(trunc(1 bsl 80)),
    ?T(floor(-0.1)),
    ?T(floor(1.0e25)),
    ?T(ceil(-0.9)),
    ?T(ceil(0.1)),
    ?T(ceil(<<>>)),
    ?T(float(1 bsl 1023)),
    ?T(float(1 bsl 1024)),
    ?T(float(9007199254740993)),
    ?T(float(x)),
    ?T(abs(-(1 bsl 59))),
    ?T(abs(-(1 bsl 63))),
    ?T(abs([])),
    ?T(trunc(9.007199254740993e15)),
    ?T(floor(-(1 bsl 60) + 0.0)),
    ok.
