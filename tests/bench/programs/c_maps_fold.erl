%% maps: from_list, map, filter, fold, merge, iterators, comprehension over pairs.
-module(c_maps_fold).
-ifndef(SIZE).
-define(SIZE, 180).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Pairs = [{{X rem 10, X}, X} || X <- lists:seq(1, 2000)],
    loop(N, Pairs, 0).

loop(0, _, Sum) -> Sum;
loop(N, Pairs, Sum) ->
    M1 = maps:from_list(Pairs),
    M2 = maps:map(fun({K, _}, V) -> K + V end, M1),
    M3 = maps:filter(fun(_, V) -> V band 1 =:= 0 end, M2),
    M4 = maps:merge(M3, #{a => 1, {1, 1} => 7}),
    S = maps:fold(fun(_, V, Acc) -> Acc + V end, 0, M4),
    T = iterate(maps:next(maps:iterator(M3)), 0),
    loop(N - 1, Pairs, (Sum + S + T + lists:sum(maps:values(M2))) band 16#ffffff).

iterate(none, Sum) -> Sum;
iterate({_, V, Next}, Sum) -> iterate(maps:next(Next), Sum bxor V).
