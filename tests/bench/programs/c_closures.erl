%% Funs: composition, currying, a lazy stream, church numerals.
-module(c_closures).
-ifndef(SIZE).
-define(SIZE, 36000).
-endif.
-define(SMALL, 5).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    F = lists:foldl(fun(K, G) -> fun(X) -> G(X + K) end end, fun(X) -> X * 2 end, lists:seq(1, 10)),
    S = take(20, map(F, from(N))),
    C = (church(30))(fun(X) -> X + 3 end),
    loop(N - 1, (Sum + lists:sum(S) + C(1)) band 16#ffffff).

from(N) -> fun() -> {N, from(N + 1)} end.

map(F, S) -> fun() -> {X, Rest} = S(), {F(X), map(F, Rest)} end.

take(0, _) -> [];
take(N, S) -> {X, Rest} = S(), [X | take(N - 1, Rest)].

church(0) -> fun(_) -> fun(X) -> X end end;
church(N) -> C = church(N - 1), fun(F) -> G = C(F), fun(X) -> F(G(X)) end end.
