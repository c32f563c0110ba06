%% shows keydelete, keyreplace, keystore, keytake and keymap on first, last and missing keys
-module(lists_key_changes).
-include("../support/edge.hrl").

main() ->
    ?T(lists:keydelete(a, 1, [{a, 1}, {a, 2}])),
    ?T(lists:keydelete(z, 1, [x, {a}])),
    ?T(lists:keyreplace(a, 1, [{a, 1}, {a, 2}], {b})),
    ?T(lists:keyreplace(a, 1, [{a, 1}], not_tuple)),
    ?T(lists:keystore(z, 1, [{a, 1}], {z, 2})),
    ?T(lists:keystore(a, 2, [{x, a}, {y, a}], {n, a})),
    ?T(lists:keystore(a, 0, [], {a})),
    ?T(lists:keytake(b, 1, [{a}, {b, 1}, {b, 2}])),
    ?T(lists:keytake(b, 1, [])),
    ?T(lists:keytake(b, 1, [{a} | c])),
    ?T(lists:keymap(fun(X) -> X * 2 end, 2, [{a, 1}, {b, 2}])),
    ?T(lists:keymap(fun(X) -> X end, 3, [{a, 1}])),
    ?T(lists:keymap(fun(X) -> X / 0 end, 1, [{1}])),
    ok.
