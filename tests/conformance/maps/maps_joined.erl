%% shows maps merged and intersected with funs that choose, for small and large maps, with wrong maps and funs
-module(maps_joined).
-include("../support/edge.hrl").

main() ->
    Small = #{a => 1, b => 2, c => 3},
    Other = #{b => 20, c => 30, d => 40},
    Large = maps:from_list([{K, K} || K <- lists:seq(1, 100)]),
    Half = maps:from_list([{K, -K} || K <- lists:seq(51, 150)]),
    ?T(l(maps:merge(Small, Other))),
    ?T(l(maps:merge_with(fun(K, A, B) -> {K, A, B} end, Small, Other))),
    ?T(l(maps:intersect(Small, Other))),
    ?T(l(maps:intersect_with(fun(_, A, B) -> A + B end, Small, Other))),
    ?T(sum(maps:merge_with(fun(_, A, B) -> A * B end, Large, Half))),
    ?T({map_size(maps:intersect(Large, Half)), sum(maps:intersect(Large, Half))}),
    ?T(sum(maps:intersect_with(fun(_, A, _) -> A end, Large, Half))),
    ?T(map_size(maps:intersect(Small, Large))),
    ?T(l(maps:merge_with(fun(_, A, B) -> [A, B] end, #{1 => int}, #{1.0 => float}))),
    ?T(maps:merge_with(fun(_, _) -> x end, Small, Other)),
    ?T(maps:merge_with(fun(_, _, _) -> throw(out) end, Small, Other)),
    ?T(maps:merge_with(bad, Small, Other)),
    ?T(maps:merge_with(fun(_, A, _) -> A end, Small, bad)),
    ?T(maps:intersect(Small, [])),
    ?T(maps:intersect_with(fun(_, _, _) -> x end, [], Small)),
    ?T(l(maps:from_keys([x, y, x], v))),
    ?T(maps:from_keys([x | y], v)),
    ?T(l(maps:filtermap(fun(_, 1) -> false; (_, 2) -> true; (K, V) -> {true, {K, V}} end, Small))),
    ?T(maps:filtermap(fun(_, _) -> maybe_so end, Small)),
    ?T(l(maps:update_with(a, fun(V) -> V + 1 end, Small))),
    ?T(l(maps:update_with(z, fun(V) -> V + 1 end, first, Small))),
    ?T(maps:update_with(z, fun(V) -> V + 1 end, #{})),
    ok.

l(M) -> lists:sort(maps:to_list(M)).
sum(M) -> lists:sum(maps:values(M)).
