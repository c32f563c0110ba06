%% shows div, rem and / with big, negative and zero operands
-module(big_division).
-include("../support/edge.hrl").

main() ->
    ?T(7 div -2),
    ?T(-7 rem 2),
    ?T(7 rem -2),
    ?T((1 bsl 64) div 3),
    ?T(-(1 bsl 64) div 3),
    ?T((1 bsl 64) rem -10),
    ?T((1 bsl 128) div (1 bsl 64)),
    ?T(((1 bsl 128) - 1) rem (1 bsl 65)),
    ?T(-(1 bsl 59) div -1),
    ?T(-(1 bsl 63) div -1),
    ?T(1 div 0),
    ?T(1 rem 0),
    ?T((1 bsl 70) div 0),
    ?T(1.0 div 2),
    ?T(1 / 0),
    ?T(1 / 0.0),
    ?T(0 / 5),
    ?T((1 bsl 70) / (1 bsl 69)),
    ?T((1 bsl 2000) / (1 bsl 1999)),
    ?T(1 / (1 bsl 1100)),
    ?T(3 / a),
    ?T(1.0e308 * 10),
    ?T(-1.0e308 * 10),
    ?T(1.0e308 + 1.0e308),
    ok.
