%% shows closures: captured variables, nested closures, funs that return funs, funs as values in terms
-module(closures).
-export([main/0]).

main() ->
    Add = fun(X) -> fun(Y) -> X + Y end end,
    Add5 = Add(5),
    io:format("~w ~w~n", [Add5(3), (Add(10))(1)]),
    Counter = make_counter(3),
    io:format("~w~n", [[F() || F <- Counter]]),
    Compose = fun(F, G) -> fun(X) -> F(G(X)) end end,
    io:format("~w~n", [(Compose(fun(X) -> X * 2 end, Add5))(1)]),
    M = #{inc => fun(X) -> X + 1 end, dec => fun(X) -> X - 1 end},
    io:format("~w~n", [(maps:get(inc, M))((maps:get(dec, M))(10))]),
    Fact = fun F(0) -> 1; F(N) -> N * F(N - 1) end,
    io:format("~w~n", [Fact(20)]),
    Many = fun(A, B, C, D, E, F, G, H) -> {A, B, C, D, E, F, G, H, Add5(H)} end,
    io:format("~w~n", [Many(1, 2, 3, 4, 5, 6, 7, 8)]),
    ok.

make_counter(N) -> [fun() -> {N, I, I * N} end || I <- lists:seq(1, N)].
