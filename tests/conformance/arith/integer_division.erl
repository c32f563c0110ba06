%% shows div and rem with every sign, big values and zero
-module(integer_division).
-include("../support/edge.hrl").

main() ->
    ?T(7 div 2),
    ?T(-7 div 2),
    ?T(7 div -2),
    ?T(-7 div -2),
    ?T(7 rem 2),
    ?T(-7 rem 2),
    ?T(7 rem -2),
    ?T(-7 rem -2),
    ?T(0 div 5),
    ?T(1 div 0),
    ?T(1 rem 0),
    ?T((1 bsl 100) div 0),
    ?T(1.0 div 1),
    ?T(1 rem 1.0),
    ?T(a div 1),
    ?T((1 bsl 100) div (1 bsl 99)),
    ?T((1 bsl 100) rem ((1 bsl 64) + 1)),
    ?T(-(1 bsl 100) div ((1 bsl 64) + 1)),
    ?T(-(1 bsl 100) rem ((1 bsl 64) + 1)),
    ?T((-(1 bsl 59)) div -1),
    ?T((-(1 bsl 63)) div -1),
    ?T((-(1 bsl 64)) div -1),
    ?T(5 div (1 bsl 64)),
    ?T(-5 rem (1 bsl 64)),
    ?T((1 bsl 128) div (1 bsl 64)),
    ok.
