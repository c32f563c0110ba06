%% shows sofs: sets, relations and functions
-module(lib_sofs).
-include("../support/edge.hrl").

main() ->
    ?T(sofs:to_external(sofs:set([b, a, b]))),
    ?T(sofs:to_external(sofs:relation([{1, a}, {2, b}]))),
    ?T(sofs:to_external(sofs:domain(sofs:relation([{1, a}, {2, b}])))),
    ?T(sofs:to_external(sofs:image(sofs:relation([{1, a}, {1, b}]), sofs:set([1])))),
    ?T(sofs:to_external(sofs:converse(sofs:relation([{1, a}])))),
    ?T(sofs:to_external(sofs:union(sofs:set([a]), sofs:set([b])))),
    ?T(sofs:to_external(sofs:powerset(sofs:set([a, b])))),
    ?T(sofs:to_external(sofs:product(sofs:set([1]), sofs:set([a])))),
    ?T(sofs:to_external(sofs:composite(sofs:relation([{1, a}]), sofs:relation([{a, x}])))),
    ?T(sofs:to_external(sofs:partition(fun(X) -> X rem 2 end, sofs:set([1, 2, 3])))),
    ?T(sofs:set([a | b])),
    ?T(sofs:relation([{1}])),
    ?T(sofs:is_subset(sofs:set([a]), sofs:set([a, b]))),
    ?T(sofs:no_elements(sofs:set([]))),
    ok.
