%% digraph and digraph_utils: build a graph, components, topological order.
-module(c_digraph).
-ifndef(SIZE).
-define(SIZE, 28).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    G = digraph:new([acyclic]),
    [digraph:add_vertex(G, X) || X <- lists:seq(1, 500)],
    [digraph:add_edge(G, X, Y) || X <- lists:seq(1, 500), Y <- [X + 1, X + 7, 2 * X], Y =< 500, Y > X],
    Order = digraph_utils:topsort(G),
    Path = digraph:get_short_path(G, 1, 500),
    Parts = digraph_utils:strong_components(G),
    digraph:delete(G),
    loop(N - 1, (Sum + hd(Order) + length(Path) + length(Parts)) band 16#ffffff).
