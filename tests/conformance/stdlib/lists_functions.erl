%% shows functions of lists over ordinary input
-module(lists_functions).
-export([main/0]).

main() ->
    L = [5, 3, 8, 1, 9, 2],
    io:format("~w ~w ~w~n", [lists:sum(L), lists:max(L), lists:min(L)]),
    io:format("~w ~w ~w ~w~n", [lists:nth(2, L), lists:nthtail(4, L), lists:last(L), lists:sublist(L, 2, 3)]),
    io:format("~w ~w~n", [lists:split(2, L), lists:splitwith(fun(X) -> X > 2 end, L)]),
    io:format("~w ~w~n", [lists:zip([1, 2], [a, b]), lists:unzip3([{1, a, x}, {2, b, y}])]),
    io:format("~w ~w~n", [lists:delete(8, L), lists:subtract(L, [5, 1])]),
    io:format("~w ~w ~w~n", [lists:prefix("ab", "abc"), lists:suffix("bc", "abc"), lists:join(x, [1, 2, 3])]),
    io:format("~w ~w~n", [lists:flatten([1, [2, [3, []]], [[4]]]), lists:flatlength([1, [2, [3]]])]),
    io:format("~w ~w~n", [lists:seq(1, 10, 3), lists:seq(5, 1, -2)]),
    io:format("~w ~w~n", [lists:foldl(fun(X, A) -> X - A end, 0, L), lists:foldr(fun(X, A) -> X - A end, 0, L)]),
    io:format("~w~n", [lists:keystore(b, 1, [{a, 1}, {b, 2}], {b, 3})]),
    io:format("~w ~w~n", [lists:keydelete(a, 1, [{a, 1}, {b, 2}]), lists:keyreplace(a, 1, [{a, 1}], {z, 9})]),
    io:format("~w ~w~n", [lists:keytake(b, 1, [{a, 1}, {b, 2}]), lists:keymap(fun(X) -> X * 2 end, 2, [{a, 1}])]),
    io:format("~w ~w~n", [lists:filtermap(fun(X) when X > 4 -> {true, -X}; (_) -> false end, L), lists:search(fun(X) -> X > 5 end, L)]),
    io:format("~w ~w~n", [lists:droplast(L), lists:dropwhile(fun(X) -> X > 2 end, L)]),
    io:format("~w ~w~n", [lists:uniq([a, b, a, c, b]), lists:enumerate([x, y])]),
    ok.
