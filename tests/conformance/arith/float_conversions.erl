%% shows float, trunc, round, ceil and floor of large and small numbers
-module(float_conversions).
-include("../support/edge.hrl").

main() ->
    ?T(float(1 bsl 60)),
    ?T(float(1 bsl 1023)),
    ?T(float(1 bsl 1024)),
    ?T(float(-(1 bsl 1024))),
    ?T(float(a)),
    ?T(trunc(1.0e20)),
    ?T(trunc(-1.9)),
    ?T(trunc(1 bsl 70)),
    ?T(trunc(a)),
    ?T(round(0.5)),
    ?T(round(-0.5)),
    ?T(round(1.5)),
    ?T(round(2.5)),
    ?T(round(0.49999999999999994)),
    ?T(round(4503599627370497.5)),
    ?T(round(1.0e300) rem 1000),
    ?T(ceil(-0.5)),
    ?T(ceil(0.1)),
    ?T(ceil(1 bsl 70)),
    ?T(floor(-0.1)),
    ?T(floor(1.0e18)),
    ?T(floor(-(1 bsl 70))),
    ?T(floor("1")),
    ?T(abs(-(1 bsl 59))),
    ?T(abs(-(1 bsl 64))),
    ?T(abs(a)),
    ?T(float(3)),
    ok.
