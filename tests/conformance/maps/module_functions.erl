%% shows the functions of maps: put, update, take, merge, merge_with, with, without, filter, map, fold, find, from_keys
-module(module_functions).
-export([main/0]).

main() ->
    M = maps:from_list([{N, N * N} || N <- lists:seq(1, 6)]),
    P = fun(X) -> io:format("~w~n", [if is_map(X) -> lists:sort(maps:to_list(X)); true -> X end]) end,
    P(maps:put(x, 1, M)),
    P(maps:update(1, one, M)),
    P(element(1, maps:take(2, M))),
    P(maps:take(zz, M)),
    P(maps:merge(M, #{1 => new, 9 => nine})),
    P(maps:merge_with(fun(K, A, B) -> {K, A, B} end, M, #{1 => new, 9 => nine})),
    P(maps:with([1, 2, 77], M)),
    P(maps:without([1, 2, 77], M)),
    P(maps:filter(fun(K, _) -> K rem 2 =:= 0 end, M)),
    P(maps:map(fun(K, V) -> {K, V} end, M)),
    P(maps:fold(fun(K, V, Acc) -> K * V + Acc end, 0, M)),
    P(maps:find(3, M)),
    P(maps:get(77, M, default)),
    P(maps:from_keys([a, b], 0)),
    P(maps:update_with(1, fun(V) -> V + 100 end, M)),
    P(maps:update_with(77, fun(V) -> V end, init, M)),
    P(maps:groups_from_list(fun(X) -> X rem 3 end, lists:seq(1, 10))),
    ok.
