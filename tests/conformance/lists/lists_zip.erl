%% shows lists:zip, zip3, zipwith, unzip and unzip3, also of unequal lengths
-module(lists_zip).
-include("../support/edge.hrl").

main() ->
    ?T(lists:zip([1, 2], [a, b])),
    ?T(lists:zip([], [])),
    ?T(lists:zip([1], [])),
    ?T(lists:zip([1 | 2], [a | b])),
    ?T(lists:zip3([1], [a], ["s"])),
    ?T(lists:zip3([1], [a], [])),
    ?T(lists:zipwith(fun(A, B) -> A + B end, [1, 2], [10, 20])),
    ?T(lists:zipwith(fun(A, B) -> A + B end, [1], [10, 20])),
    ?T(lists:zipwith3(fun(A, B, C) -> {A, B, C} end, [1], [2], [3])),
    ?T(lists:unzip([{1, a}, {2, b}])),
    ?T(lists:unzip([{1, a}, {2, b, c}])),
    ?T(lists:unzip([])),
    ?T(lists:unzip3([{1, a, x}, {2, b, y}])),
    ?T(lists:unzip3([{1, a}])),
    ?T(lists:unzip([{1, a} | {2, b}])),
    ok.
