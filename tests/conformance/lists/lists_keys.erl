%% shows lists:keydelete, keyreplace, keystore, keytake, keymap and keys that compare equal
-module(lists_keys).
-include("../support/edge.hrl").

main() ->
    ?T(lists:keydelete(b, 1, [{a, 1}, {b, 2}, {b, 3}])),
    ?T(lists:keydelete(z, 1, [{a, 1}])),
    ?T(lists:keydelete(1, 2, [{a, 1.0}, {b, 1}])),
    ?T(lists:keydelete(a, 3, [{a, 1}])),
    ?T(lists:keydelete(a, 0, [{a}])),
    ?T(lists:keydelete(a, 1, [x | y])),
    ?T(lists:keyreplace(1, 1, [{1.0}, {1}], {new})),
    ?T(lists:keyreplace(a, 1, [{a, 1}], new)),
    ?T(lists:keystore(c, 1, [{a, 1}], {c, 3})),
    ?T(lists:keystore(a, 1, [{a, 1}, {b, 2}], {a, 9})),
    ?T(lists:keystore(a, 1, [], {z})),
    ?T(lists:keystore(a, 1, [x], {a})),
    ?T(lists:keytake(b, 1, [{a, 1}, {b, 2}, {c, 3}])),
    ?T(lists:keytake(z, 1, [{a, 1}])),
    ?T(lists:keytake(a, 1, [])),
    ?T(lists:keymap(fun(X) -> X * 2 end, 2, [{a, 1}, {b, 2}])),
    ?T(lists:keymap(fun(X) -> X end, 3, [{a, 1}])),
    ?T(lists:keyfind(a, 1, [{a} | b])),
    ?T(lists:keyfind(b, 1, [{a} | b])),
    ?T(lists:keyfind(x, 1.0, [])),
    ?T(lists:keymember(1, 1, [1, [1], {1.0}])),
    ?T(lists:keysearch(2, 2, [{1, 2}, {3, 2}])),
    ok.
