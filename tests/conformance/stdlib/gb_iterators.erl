%% shows gb_trees and gb_sets iterators, smallest, largest and taking from empty ones
-module(gb_iterators).
-include("../support/edge.hrl").

main() ->
    ?T(iterate(gb_trees:iterator(gb_trees:from_orddict([{1, a}, {2, b}, {3, c}])))),
    ?T(iterate(gb_trees:iterator_from(2, gb_trees:from_orddict([{1, a}, {2, b}, {3, c}])))),
    ?T(iterate(gb_trees:iterator_from(9, gb_trees:from_orddict([{1, a}])))),
    ?T(gb_trees:smallest(gb_trees:empty())),
    ?T(gb_trees:take_smallest(gb_trees:from_orddict([{1, a}]))),
    ?T(gb_trees:take_largest(gb_trees:empty())),
    ?T(gb_trees:insert(a, 1, gb_trees:enter(a, 0, gb_trees:empty()))),
    ?T(gb_trees:update(a, 1, gb_trees:empty())),
    ?T(gb_trees:delete(a, gb_trees:empty())),
    ?T(gb_trees:delete_any(a, gb_trees:empty())),
    ?T(gb_trees:lookup(1, gb_trees:from_orddict([{1.0, x}]))),
    ?T(gb_trees:height(gb_trees:balance(filled(1000)))),
    ?T(gb_sets:to_list(gb_sets:union([gb_sets:from_list([3, 1]), gb_sets:from_list([2])]))),
    ?T(gb_sets:take_smallest(gb_sets:empty())),
    ?T(gb_sets:smallest(gb_sets:new())),
    ?T(gb_sets:largest(gb_sets:from_list([1, a, "s"]))),
    ?T(gb_sets:insert(a, gb_sets:singleton(a))),
    ?T(gb_sets:is_disjoint(gb_sets:from_list([1]), gb_sets:from_list([1.0]))),
    ok.

iterate(I) -> case gb_trees:next(I) of none -> []; {K, V, J} -> [{K, V} | iterate(J)] end.
filled(N) -> lists:foldl(fun(K, T) -> gb_trees:insert(K, K, T) end, gb_trees:empty(), lists:seq(1, N)).
