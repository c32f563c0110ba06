%% The lists module: map, filter, foldl, zip, flatten, nth, partition, member, duplicate.
-module(c_lists).
-ifndef(SIZE).
-define(SIZE, 2900).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) ->
    L = lists:seq(1, 1000),
    loop(N, L, 0).

loop(0, _, Sum) -> Sum;
loop(N, L, Sum) ->
    A = lists:map(fun(X) -> X + N end, L),
    {B, C} = lists:partition(fun(X) -> X band 3 =:= 0 end, A),
    D = lists:zipwith(fun(X, Y) -> X * Y end, B, lists:sublist(C, length(B))),
    E = lists:flatten([B, [C, [D]]]),
    F = lists:foldl(fun(X, S) -> (S + X) band 16#ffff end, 0, E),
    G = lists:member(F, E),
    {H, _} = lists:split(100, lists:reverse(E)),
    I = lists:all(fun is_integer/1, H) andalso lists:any(fun(X) -> X > 500 end, H),
    loop(N - 1, L, (Sum + F + lists:nth(50, E) + length([1 || G]) + length([1 || I])) band 16#ffffff).
