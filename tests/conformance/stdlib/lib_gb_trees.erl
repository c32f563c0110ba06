%% shows gb_trees: insertion, deletion, views and iterators
-module(lib_gb_trees).
-include("../support/edge.hrl").

main() ->
    ?T(gb_trees:to_list(gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:get(1, gb_trees:from_orddict([{1, a}]))),
    ?T(gb_trees:get(2, gb_trees:from_orddict([{1, a}]))),
    ?T(gb_trees:lookup(2, gb_trees:empty())),
    ?T(gb_trees:lookup(1.0, gb_trees:from_orddict([{1, a}]))),
    ?T(gb_trees:insert(1, b, gb_trees:from_orddict([{1, a}]))),
    ?T(gb_trees:enter(1, b, gb_trees:from_orddict([{1, a}]))),
    ?T(gb_trees:update(9, b, gb_trees:empty())),
    ?T(gb_trees:delete(1, gb_trees:empty())),
    ?T(gb_trees:delete_any(1, gb_trees:empty())),
    ?T(gb_trees:take(2, gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:take_any(3, gb_trees:empty())),
    ?T(gb_trees:smallest(gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:largest(gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:smallest(gb_trees:empty())),
    ?T(gb_trees:take_smallest(gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:take_largest(gb_trees:empty())),
    ?T(gb_trees:next(gb_trees:iterator(gb_trees:empty()))),
    ?T(element(1, gb_trees:next(gb_trees:iterator_from(2, gb_trees:from_orddict([{1, a}, {3, b}]))))),
    ?T(gb_trees:keys(gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:values(gb_trees:from_orddict([{1, a}, {2, b}]))),
    ?T(gb_trees:to_list(gb_trees:map(fun(K, V) -> {K, V} end, gb_trees:from_orddict([{1, a}])))),
    ?T(gb_trees:is_defined(1, gb_trees:empty())),
    ?T(gb_trees:size(lists:foldl(fun(N, T) -> gb_trees:enter(N * 7 rem 101, N, T) end, gb_trees:empty(), lists:seq(1, 200)))),
    ?T(gb_trees:balance(lists:foldl(fun(N, T) -> gb_trees:insert(N, N, T) end, gb_trees:empty(), lists:seq(1, 7)))),
    ?T(lists:foldl(fun(N, T) -> gb_trees:insert(N, N, T) end, gb_trees:empty(), lists:seq(1, 9))),
    ok.
