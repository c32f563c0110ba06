%% shows ordsets: all of its functions on mixed numbers
-module(lib_ordsets).
-include("../support/edge.hrl").

main() ->
    ?T(ordsets:from_list([3, 1, 2, 1, 1.0])),
    ?T(ordsets:new()),
    ?T(ordsets:is_set([1, 2])),
    ?T(ordsets:is_set([2, 1])),
    ?T(ordsets:is_set([1, 1])),
    ?T(ordsets:is_set(x)),
    ?T(ordsets:add_element(2, [1, 3])),
    ?T(ordsets:add_element(1.0, [1])),
    ?T(ordsets:del_element(1.0, [1, 2])),
    ?T(ordsets:del_element(1, [1, 2])),
    ?T(ordsets:is_element(2.0, [1, 2])),
    ?T(ordsets:union([1, 3], [2, 3])),
    ?T(ordsets:union([[1], [2], [1, 4]])),
    ?T(ordsets:intersection([1, 2, 3], [2, 3, 4])),
    ?T(ordsets:intersection([[1, 2], [2, 3]])),
    ?T(ordsets:is_disjoint([1], [2])),
    ?T(ordsets:subtract([1, 2, 3], [2])),
    ?T(ordsets:is_subset([1], [1, 2])),
    ?T(ordsets:is_subset([], [])),
    ?T(ordsets:fold(fun(X, A) -> X + A end, 0, [1, 2])),
    ?T(ordsets:filter(fun(X) -> X > 1 end, [1, 2])),
    ?T(ordsets:size([a, b])),
    ?T(ordsets:is_empty([])),
    ?T(ordsets:to_list([a])),
    ?T(ordsets:intersection([])),
    ok.
