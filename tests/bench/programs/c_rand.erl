%% The rand module: uniform, shuffle by keys, normal.
-module(c_rand).
-ifndef(SIZE).
-define(SIZE, 1400000).
-endif.
-define(SMALL, 10).
-include("bench.hrl").

run(N) ->
    S0 = rand:seed_s(exsss, {1, 2, 3}),
    {Sum, S1} = loop(N, 0, S0),
    {Keys, _} = lists:mapfoldl(fun(X, S) -> {K, S2} = rand:uniform_s(S), {{K, X}, S2} end, S1, lists:seq(1, 1000)),
    {_, First} = hd(lists:sort(Keys)),
    {Sum, First}.

loop(0, Sum, S) -> {Sum, S};
loop(N, Sum, S0) ->
    {X, S1} = rand:uniform_s(1000, S0),
    {Y, S2} = rand:uniform_s(S1),
    loop(N - 1, (Sum + X + trunc(Y * 100)) band 16#ffffff, S2).
