%% shows digraph_utils on trees, cycles, loops and separate parts: components, orders, reachability, condensation
-module(digraph_shapes).
-include("../support/edge.hrl").

main() ->
    Tree = [{a, b}, {a, c}, {b, d}],
    Cycle = [{a, b}, {b, c}, {c, a}, {c, d}],
    Parts = [{a, b}, {c, d}, {e, e}],
    All = [Tree, Cycle, Parts, []],
    ?T([on(G, fun(D) -> parts(digraph_utils:components(D)) end) || G <- All]),
    ?T([on(G, fun(D) -> parts(digraph_utils:strong_components(D)) end) || G <- All]),
    ?T([on(G, fun(D) -> parts(digraph_utils:cyclic_strong_components(D)) end) || G <- All]),
    ?T([on(G, fun digraph_utils:is_acyclic/1) || G <- All]),
    ?T([on(G, fun digraph_utils:is_tree/1) || G <- All]),
    ?T([on(G, fun digraph_utils:arborescence_root/1) || G <- All]),
    ?T([on(G, fun digraph_utils:is_arborescence/1) || G <- All]),
    ?T([on(G, fun digraph_utils:loop_vertices/1) || G <- All]),
    ?T(on(Cycle, fun digraph_utils:topsort/1)),
    ?T(on([{a, b}, {b, c}], fun digraph_utils:topsort/1)),
    ?T([on(Cycle, fun(D) -> lists:sort(digraph_utils:F([d], D)) end) || F <- [reachable, reachable_neighbours, reaching, reaching_neighbours]]),
    ?T(on(Cycle, fun(D) -> C = digraph_utils:condensation(D), {parts(digraph:vertices(C)), digraph:no_edges(C)} end)),
    ?T(on(Tree, fun(D) -> S = digraph_utils:subgraph(D, [a, b, x]), {lists:sort(digraph:vertices(S)), digraph:no_edges(S)} end)),
    ?T(on(Tree, fun(D) -> digraph_utils:subgraph(D, [a], [bad]) end)),
    ?T(on(Cycle, fun(D) -> {digraph:get_path(D, a, d), digraph:get_short_cycle(D, b), digraph:get_cycle(D, d)} end)),
    ?T(on(Tree, fun(D) -> {digraph:in_degree(D, d), digraph:out_degree(D, a), digraph:del_path(D, a, d), digraph:get_path(D, a, d)} end)),
    ?T(begin D = digraph:new([acyclic]), [digraph:add_vertex(D, V) || V <- [a, b]], {is_list(digraph:add_edge(D, a, b)), digraph:add_edge(D, b, a)} end),
    ?T(digraph:add_edge(digraph:new(), a, b)),
    ?T(digraph:new([bad])),
    ok.

on(Edges, F) ->
    D = digraph:new(),
    [[digraph:add_vertex(D, V) || V <- [A, B]] || {A, B} <- Edges],
    [digraph:add_edge(D, {A, B}, A, B, []) || {A, B} <- Edges],
    F(D).
parts(Lists) -> lists:sort([lists:sort(L) || L <- Lists]).
