%% shows lists:member, reverse/2, keyfind, keymember and keysearch on what is nearly right
-module(members_and_reverse).
-include("../support/edge.hrl").

main() ->
    ?T(lists:member(1, [1.0])),
    ?T(lists:member(1.0, [a, 1.0])),
    ?T(lists:member(a, [b | a])),
    ?T(lists:member(a, [a | b])),
    ?T(lists:member(a, b)),
    ?T(lists:member([], [[]])),
    ?T(lists:reverse([a | b])),
    ?T(lists:reverse([a], b)),
    ?T(lists:reverse([a, b], [c | d])),
    ?T(lists:reverse([a | b], [])),
    ?T(lists:reverse(x, [])),
    ?T(lists:keyfind(1, 1, [{1.0, x}])),
    ?T(lists:keymember(1, 1, [{1.0, x}])),
    ?T(lists:keysearch(1, 1, [{1.0, x}])),
    ?T(lists:keyfind(b, 2, [{a}, x, {c, b}])),
    ?T(lists:keyfind(b, 0, [{b}])),
    ?T(lists:keyfind(b, a, [{b}])),
    ?T(lists:keyfind(b, 1, [{a} | x])),
    ?T(lists:keyfind(b, 1, x)),
    ?T(lists:keyfind(b, 1 bsl 70, [])),
    ?T(lists:keymember(b, 3, [{b, b}])),
    ?T(lists:keymember(b, -1, [])),
    ?T(lists:keysearch(b, 1, [{b, 1}, {b, 2}])),
    ?T(lists:keysearch(zz, 1, [{b, 1}, {b, 2}])),
    ok.
