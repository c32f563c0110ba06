%% shows digraph and digraph_utils: edges, cycles, components and order
-module(lib_digraph).
-include("../support/edge.hrl").

main() ->
    ?T(lists:sort(digraph:vertices(g()))),
    ?T(length(digraph:edges(g()))),
    ?T(digraph:get_path(g(), a, d)),
    ?T(digraph:get_path(g(), d, a)),
    ?T(digraph:get_cycle(g(), a)),
    ?T(digraph:get_short_path(g(), a, d)),
    ?T(lists:sort(digraph:out_neighbours(g(), a))),
    ?T(digraph:in_degree(g(), d)),
    ?T(digraph:add_edge(g(), a, zz)),
    ?T(digraph:vertex(g(), zz)),
    ?T(digraph:del_vertex(g(), a)),
    ?T(digraph_utils:is_acyclic(g())),
    ?T(digraph_utils:topsort(chain())),
    ?T(lists:sort(digraph_utils:reachable([b], g()))),
    ?T(length(digraph_utils:components(g()))),
    ?T(digraph_utils:is_tree(chain())),
    ?T(digraph:new([bad])),
    ok.

g() -> G = digraph:new(), [digraph:add_vertex(G, V) || V <- [a, b, c, d]], [digraph:add_edge(G, X, Y) || {X, Y} <- [{a, b}, {b,
        c}, {a, d}]], G.
chain() -> G = digraph:new(), [digraph:add_vertex(G, V) || V <- [1, 2, 3]], [digraph:add_edge(G, X, X + 1) || X <- [1, 2]], G.
