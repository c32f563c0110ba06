%% shows queue, sets, ordsets, gb_sets, dict, orddict, gb_trees, array on the same data
-module(collections).
-export([main/0]).

main() ->
    L = [5, 3, 8, 3, 1],
    Q = lists:foldl(fun queue:in/2, queue:new(), L),
    {{value, H}, Q2} = queue:out(Q),
    io:format("~w ~w ~w ~w~n", [H, queue:to_list(Q2), queue:len(Q2), queue:peek_r(Q2)]),
    S = sets:from_list(L), S2 = sets:from_list(L, [{version, 2}]),
    io:format("~w ~w ~w~n", [lists:sort(sets:to_list(S)), sets:size(S2), sets:is_element(8, S2)]),
    io:format("~w~n", [lists:sort(sets:to_list(sets:union(S2, sets:from_list([9], [{version, 2}]))))]),
    O = ordsets:from_list(L),
    io:format("~w ~w~n", [O, ordsets:intersection(O, [1, 2, 3])]),
    G = gb_sets:from_list(L),
    io:format("~w ~w ~w~n", [gb_sets:to_list(G), gb_sets:smallest(G), gb_sets:is_member(4, G)]),
    D = lists:foldl(fun(X, A) -> dict:update_counter(X, 1, A) end, dict:new(), L),
    io:format("~w ~w~n", [lists:sort(dict:to_list(D)), dict:find(3, D)]),
    OD = orddict:store(a, 1, orddict:from_list([{b, 2}])),
    io:format("~w ~w~n", [OD, orddict:fetch_keys(OD)]),
    T = lists:foldl(fun(X, A) -> gb_trees:enter(X, X * X, A) end, gb_trees:empty(), L),
    io:format("~w ~w ~w~n", [gb_trees:to_list(T), gb_trees:get(8, T), gb_trees:lookup(9, T)]),
    A = array:from_list(L, none),
    io:format("~w ~w ~w~n", [array:get(2, A), array:get(20, A), array:to_list(array:set(6, x, A))]),
    ok.
