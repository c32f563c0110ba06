%% shows the lists functions that are written in the machine: member, reverse/2, keyfind, keymember, keysearch
-module(native_functions).
-export([main/0]).

main() ->
    L = [{a, 1}, {b, 2}, not_a_tuple, {1, x}, {1.0, y}, {c}],
    io:format("~w~n", [[lists:member(X, [1, a, "s"]) || X <- [1, 1.0, a, "s", b]]]),
    io:format("~w ~w ~w~n", [lists:reverse([1, 2, 3], [x]), lists:reverse([], y), lists:reverse([1, 2 , 3])]),
    io:format("~w~n", [[lists:keyfind(K, 1, L) || K <- [a, 1, 1.0, c, zz]]]),
    io:format("~w~n", [[lists:keyfind(K, 2, L) || K <- [2, y, c]]]),
    io:format("~w ~w ~w~n", [lists:keysearch(b, 1, L), lists:keymember(b, 1, L), lists:keymember(2, 1, L)]),
    Bad = [fun() -> lists:keyfind(a, 0, L) end, fun() -> lists:keyfind(a, 1, x) end, fun() -> lists:member(a, [b | c]) end,
           fun() -> lists:reverse([a | b], []) end, fun() -> lists:member(1, 2) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
