%% shows the operators ++ and -- with improper lists, long lists and no lists
-module(append_and_subtract).
-include("../support/edge.hrl").

main() ->
    ?T([] ++ []),
    ?T([] ++ a),
    ?T([a] ++ b),
    ?T([a, b] ++ [c | d]),
    ?T([a | b] ++ [c]),
    ?T(a ++ [b]),
    ?T([a] ++ #{}),
    ?T(length(lists:seq(1, 70000) ++ [x])),
    ?T([] -- []),
    ?T([] -- a),
    ?T([a, b, a, c] -- [a]),
    ?T([a, b, a, c] -- [a, a]),
    ?T([a, b, a, c] -- [a, a, a]),
    ?T([a | b] -- [a]),
    ?T([a] -- [a | b]),
    ?T(a -- [a]),
    ?T([1] -- [1.0]),
    ?T([1.0, 0.0] -- [-0.0]),
    ?T([{a, [1]}, {a, [2]}] -- [{a, [2]}]),
    ?T([1 bsl 70, x] -- [1 bsl 70]),
    ?T(length(lists:seq(1, 3000) -- lists:seq(1, 3000, 2))),
    ?T(lists:seq(1, 40) -- lists:seq(40, 1, -1)),
    ?T(lists:append([[a], b])),
    ?T(lists:append([a, [b]])),
    ?T(lists:append([[a] | b])),
    ?T(lists:subtract([1, 2, 3], [2])),
    ok.
