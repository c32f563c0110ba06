%% shows lists:keysort, ukeysort, keymerge, ukeymerge and their stability
-module(lists_keysorts).
-include("../support/edge.hrl").

main() ->
    ?T(lists:keysort(2, [{a, 3}, {b, 1}, {c, 2}, {d, 1}])),
    ?T(lists:keysort(1, [])),
    ?T(lists:keysort(1, [x])),
    ?T(lists:keysort(1, [{a}, x])),
    ?T(lists:keysort(3, [{a, b}, {c, d}])),
    ?T(lists:keysort(1, [{1, a}, {1.0, b}, {1, c}])),
    ?T(lists:ukeysort(1, [{1, a}, {1.0, b}, {1, c}, {0, d}])),
    ?T(lists:keymerge(1, [{a, 1}, {c, 1}], [{a, 2}, {b, 2}])),
    ?T(lists:ukeymerge(1, [{a, 1}, {c, 1}], [{a, 2}, {b, 2}])),
    ?T(lists:keymerge(1, [{b, 1}, {a, 1}], [{a, 2}])),
    ?T(lists:keysort(1, [{3}, {2}, {1}])),
    ?T(lists:keysort(1, lists:duplicate(5, {k, v}))),
    ?T(lists:keysort(0, [{a}, {b}])),
    ?T(lists:keysort(1, [{a}, {b} | {c}])),
    ?T([K || {K, _} <- lists:keysort(2, [{N, (N * 37) rem 11} || N <- lists:seq(1, 20)])]),
    ok.
