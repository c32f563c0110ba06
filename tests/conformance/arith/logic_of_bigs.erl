%% shows band, bor, bxor and bnot where a sign or a word boundary matters
-module(logic_of_bigs).
-include("../support/edge.hrl").

main() ->
    ?T(-1 band (1 bsl 64)),
    ?T(-1 bor (1 bsl 64)),
    ?T(-1 bxor (1 bsl 64)),
    ?T(bnot (1 bsl 64)),
    ?T(bnot -(1 bsl 64)),
    ?T(bnot 0),
    ?T(bnot -1),
    ?T((1 bsl 64) band -(1 bsl 64)),
    ?T((1 bsl 64) bxor (1 bsl 64)),
    ?T(-(1 bsl 64) bor 1),
    ?T(-(1 bsl 128) bor ((1 bsl 64) - 1)),
    ?T(-(1 bsl 128) band ((1 bsl 130) - 1)),
    ?T(-((1 bsl 64) + 1) bxor (1 bsl 64)),
    ?T(((1 bsl 64) - 1) band ((1 bsl 60) - 1)),
    ?T((1 bsl 70) band 1),
    ?T(1 band 1.0),
    ?T(1 bor a),
    ?T([] bxor 1),
    ?T(bnot 1.5),
    ?T(bnot a),
    ok.
