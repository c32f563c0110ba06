%% shows sets in both versions: the same answers
-module(lib_sets).
-include("../support/edge.hrl").

main() ->
    ?T(sets:to_list(sets:from_list([a, a], [{version, 2}]))),
    ?T(sets:size(sets:from_list(lists:seq(1, 100)))),
    ?T(sets:is_element(1.0, sets:from_list([1]))),
    ?T(sets:is_element(1.0, sets:from_list([1], [{version, 2}]))),
    ?T(lists:sort(sets:to_list(sets:union(sets:from_list([1, 2]), sets:from_list([2, 3]))))),
    ?T(lists:sort(sets:to_list(sets:union([sets:from_list([1]), sets:from_list([2], [{version, 2}])])))),
    ?T(lists:sort(sets:to_list(sets:intersection(sets:from_list([1, 2], [{version, 2}]), sets:from_list([2, 3]))))),
    ?T(sets:is_disjoint(sets:from_list([1]), sets:from_list([2]))),
    ?T(lists:sort(sets:to_list(sets:subtract(sets:from_list([1, 2, 3]), sets:from_list([2]))))),
    ?T(sets:is_subset(sets:from_list([1]), sets:from_list([1, 2], [{version, 2}]))),
    ?T(sets:fold(fun(X, A) -> X + A end, 0, sets:from_list([1, 2, 3]))),
    ?T(sets:size(sets:filter(fun(X) -> X rem 2 =:= 0 end, sets:from_list(lists:seq(1, 50))))),
    ?T(sets:is_set(sets:new())),
    ?T(sets:is_set([])),
    ?T(sets:is_set(x)),
    ?T(sets:is_empty(sets:del_element(a, sets:add_element(a, sets:new([{version, 2}]))))),
    ?T(sets:size(lists:foldl(fun sets:del_element/2, sets:from_list(lists:seq(1, 1000)), lists:seq(1, 990)))),
    ?T(sets:from_list(x)),
    ?T(sets:new([{version, 3}])),
    ok.
