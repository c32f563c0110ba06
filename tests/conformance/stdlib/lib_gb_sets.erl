%% shows gb_sets: set operations, iterators, smallest and largest
-module(lib_gb_sets).
-include("../support/edge.hrl").

main() ->
    ?T(gb_sets:to_list(gb_sets:from_list([3, 1, 2, 1]))),
    ?T(gb_sets:to_list(gb_sets:union(gb_sets:from_list([1, 3]), gb_sets:from_list([2, 3])))),
    ?T(gb_sets:to_list(gb_sets:union([gb_sets:from_list([1]), gb_sets:from_list([2])]))),
    ?T(gb_sets:to_list(gb_sets:intersection(gb_sets:from_list([1, 2]), gb_sets:from_list([2, 3])))),
    ?T(gb_sets:to_list(gb_sets:difference(gb_sets:from_list([1, 2]), gb_sets:from_list([2, 3])))),
    ?T(gb_sets:is_subset(gb_sets:from_list([1]), gb_sets:from_list([1, 2]))),
    ?T(gb_sets:is_disjoint(gb_sets:from_list([1]), gb_sets:from_list([1, 2]))),
    ?T(gb_sets:is_member(1.0, gb_sets:from_list([1]))),
    ?T(gb_sets:insert(1, gb_sets:from_list([1]))),
    ?T(gb_sets:to_list(gb_sets:add(1, gb_sets:from_list([1])))),
    ?T(gb_sets:delete(2, gb_sets:from_list([1]))),
    ?T(gb_sets:to_list(gb_sets:delete_any(2, gb_sets:from_list([1])))),
    ?T(gb_sets:smallest(gb_sets:from_list([2, 1]))),
    ?T(gb_sets:largest(gb_sets:empty())),
    ?T(gb_sets:take_smallest(gb_sets:from_list([1]))),
    ?T(gb_sets:take_largest(gb_sets:from_list([1]))),
    ?T(element(1, gb_sets:next(gb_sets:iterator_from(2, gb_sets:from_list([1, 3]))))),
    ?T(gb_sets:fold(fun(X, A) -> [X | A] end, [], gb_sets:from_list([1, 2, 3]))),
    ?T(gb_sets:to_list(gb_sets:filter(fun(X) -> X > 1 end, gb_sets:from_list([1, 2])))),
    ?T(gb_sets:singleton(x)),
    ?T(gb_sets:is_set({0, nil})),
    ?T(gb_sets:is_set([])),
    ?T(gb_sets:is_empty(gb_sets:new())),
    ?T(gb_sets:size(gb_sets:from_ordset(lists:seq(1, 1000)))),
    ?T(gb_sets:to_list(gb_sets:intersection([gb_sets:from_list(lists:seq(1, 50, N)) || N <- [2, 3]]))),
    ok.
