%% shows sets of both versions: the same elements, other order, mixed operations
-module(sets_versions).
-include("../support/edge.hrl").

main() ->
    ?T(lists:sort(sets:to_list(sets:from_list([b, a, b])))),
    ?T(lists:sort(sets:to_list(sets:from_list([b, a, b], [{version, 2}])))),
    ?T(sets:from_list([a], [{version, 3}])),
    ?T(sets:is_element(1, sets:from_list([1.0]))),
    ?T(sets:is_element(1, sets:from_list([1.0], [{version, 2}]))),
    ?T(sets:size(sets:union(sets:from_list([a, b]), sets:from_list([b, c], [{version, 2}])))),
    ?T(sets:is_subset(sets:from_list([a], [{version, 2}]), sets:from_list([a, b]))),
    ?T(sets:is_disjoint(sets:from_list([a]), sets:from_list([b], [{version, 2}]))),
    ?T(sets:size(sets:subtract(sets:from_list(lists:seq(1, 500)), sets:from_list(lists:seq(1, 500, 5))))),
    ?T(sets:size(sets:intersection([sets:from_list([1, 2, 3]), sets:from_list([2, 3]), sets:from_list([3])]))),
    ?T(sets:size(sets:filter(fun(X) -> X > 90 end, sets:from_list(lists:seq(1, 100))))),
    ?T(sets:fold(fun(X, A) -> X + A end, 0, sets:from_list(lists:seq(1, 1000)))),
    ?T(sets:is_set(x)),
    ?T(sets:is_empty(sets:new())),
    ?T(sets:add_element(a, x)),
    ok.
