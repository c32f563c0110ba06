%% shows band, bor, bxor, bnot and shifts of small and big integers
-module(bit_operators).
-include("../support/edge.hrl").

main() ->
    ?T(-1 band 255),
    ?T((1 bsl 70) band ((1 bsl 70) - 1)),
    ?T(-(1 bsl 70) band 16#FFFF),
    ?T((1 bsl 64) bor 1),
    ?T(-(1 bsl 64) bor 1),
    ?T((1 bsl 64) bxor (1 bsl 64)),
    ?T(-1 bxor (1 bsl 65)),
    ?T(bnot 0),
    ?T(bnot (1 bsl 64)),
    ?T(bnot -(1 bsl 64)),
    ?T(1 bsl 59),
    ?T(1 bsl 60),
    ?T(-1 bsl 63),
    ?T(1 bsl -1),
    ?T((1 bsl 100) bsr 99),
    ?T((1 bsl 100) bsr 200),
    ?T(-(1 bsl 100) bsr 200),
    ?T(-1 bsr 100),
    ?T(1 bsr -3),
    ?T(0 bsl (1 bsl 70)),
    ?T(5 bsr (1 bsl 70)),
    ?T(-5 bsr (1 bsl 70)),
    ?T(1 bsl (1 bsl 70)),
    ?T(1 bsl a),
    ?T(1.0 band 1),
    ?T(bnot 1.5),
    ok.
