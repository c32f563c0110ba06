%% shows lists zipped, mapped and folded in parallel: equal and unequal lengths, three lists, improper ends, funs that fail
-module(lists_zipped).
-include("../support/edge.hrl").

main() ->
    ?T(lists:zip([], [])),
    ?T(lists:zip3([1, 2], [a, b], "xy")),
    ?T(lists:zip3([1], [a, b], "x")),
    ?T(lists:unzip([{1, a}, {2, b}])),
    ?T(lists:unzip([{1, a}, {2}])),
    ?T(lists:unzip3([{1, a, x}, {2, b, y}])),
    ?T(lists:zipwith(fun(A, B) -> A * B end, [1, 2, 3], [4, 5, 6])),
    ?T(lists:zipwith(fun(A, B) -> A * B end, [1, 2], [4])),
    ?T(lists:zipwith3(fun(A, B, C) -> A + B - C end, [1, 2], [3, 4], [5, 6])),
    ?T(lists:mapfoldl(fun(X, S) -> {X * S, S + X} end, 1, [1, 2, 3])),
    ?T(lists:mapfoldr(fun(X, S) -> {X * S, S + X} end, 1, [1, 2, 3])),
    ?T(lists:mapfoldl(fun(X, _) -> X end, 1, [1])),
    ?T(lists:mapfoldl(fun(X, S) -> {X, S} end, 1, [1 | 2])),
    ?T(lists:foldl(fun(X, S) -> [X | S] end, [], [a | b])),
    ?T(lists:foldr(fun(X, S) -> [X | S] end, [], [a | b])),
    ?T(lists:foldl(bad, 0, [1])),
    ?T(lists:foldl(bad, 0, [])),
    ?T(lists:enumerate([a, b])),
    ?T(lists:enumerate(10, [a, b])),
    ?T(lists:enumerate(a, [x])),
    ?T(lists:seq(5, 1, -2)),
    ?T(lists:seq(1, 5, 0)),
    ?T(lists:seq(1, 1, 0)),
    ok.
