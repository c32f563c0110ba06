%% shows multiplication around the borders of small integers and words
-module(big_products).
-include("../support/edge.hrl").

main() ->
    ?T((1 bsl 59) * 2),
    ?T((1 bsl 30) * (1 bsl 29)),
    ?T(-(1 bsl 30) * (1 bsl 29)),
    ?T((1 bsl 32) * (1 bsl 32)),
    ?T(((1 bsl 64) - 1) * ((1 bsl 64) - 1)),
    ?T((1 bsl 59) * -1),
    ?T(-(1 bsl 59) * -1),
    ?T((1 bsl 200) * 0),
    ?T((1 bsl 64) * 1.0),
    ?T(1.0e308 * 10),
    ?T(0 * a),
    ?T([] * 2),
    ?T(((1 bsl 200) - 1) * ((1 bsl 200) - 1) rem 1000000007),
    ?T((1 bsl 59) + (1 bsl 59)),
    ?T((1 bsl 59) - 1),
    ?T(-(1 bsl 59) - 1),
    ?T(((1 bsl 64) - (1 bsl 64))),
    ?T((1 bsl 64) + 0.5),
    ?T(1 + a),
    ?T(a - 1),
    ?T(-a),
    ?T(-(-(1 bsl 59))),
    ok.
