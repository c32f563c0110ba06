%% shows ordsets and ordered lists: what operations give for sets and for what is none
-module(ordsets_edges).
-include("../support/edge.hrl").

main() ->
    ?T(ordsets:from_list([c, a, b, a])),
    ?T(ordsets:from_list([1, 1.0])),
    ?T(ordsets:is_set([a, b])),
    ?T(ordsets:is_set([b, a])),
    ?T(ordsets:is_set([a | b])),
    ?T(ordsets:add_element(b, [a, c])),
    ?T(ordsets:add_element(1, [1.0])),
    ?T(ordsets:del_element(z, [a])),
    ?T(ordsets:union([[a], [b], [a, c]])),
    ?T(ordsets:union([a, b], [b, c])),
    ?T(ordsets:intersection([[a, b], [b, c]])),
    ?T(ordsets:subtract([a, b, c], [b])),
    ?T(ordsets:is_subset([], [])),
    ?T(ordsets:is_subset([a, d], [a, b, c])),
    ?T(ordsets:is_disjoint([a], [b])),
    ?T(ordsets:filter(fun is_atom/1, [1, a])),
    ?T(ordsets:fold(fun(X, A) -> [X | A] end, [], [a, b])),
    ?T(ordsets:size([a | b])),
    ?T(ordsets:is_element(b, [c, b])),
    ok.
