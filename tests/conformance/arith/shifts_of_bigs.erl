%% shows bsl and bsr by large, negative and wrong amounts
-module(shifts_of_bigs).
-include("../support/edge.hrl").

main() ->
    ?T(1 bsl 0),
    ?T(1 bsl 59),
    ?T(1 bsl 60),
    ?T(-1 bsl 59),
    ?T(-1 bsl 60),
    ?T(1 bsl 64),
    ?T(-1 bsr 1),
    ?T(-1 bsr 1000),
    ?T(1 bsr 1000),
    ?T((1 bsl 100) bsr 99),
    ?T(-(1 bsl 100) bsr 99),
    ?T(-((1 bsl 100) + 1) bsr 100),
    ?T(1 bsl -1),
    ?T(8 bsl -2),
    ?T(8 bsr -2),
    ?T(-8 bsl -70),
    ?T(0 bsl (1 bsl 64)),
    ?T(1 bsr (1 bsl 64)),
    ?T(-1 bsr (1 bsl 64)),
    ?T(1 bsl (1 bsl 64)),
    ?T(1 bsl a),
    ?T(1.0 bsl 1),
    ?T(a bsr 1),
    ok.
