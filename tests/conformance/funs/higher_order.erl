%% shows folds, maps and filters over own and library functions with closures, in long chains
-module(higher_order).
-export([main/0]).

main() ->
    Pipeline = lists:foldl(fun(F, G) -> fun(X) -> F(G(X)) end end, fun(X) -> X end, [fun(X) -> X + N end || N <- lists:seq(1, 500)]),
    io:format("~w~n", [Pipeline(0)]),
    io:format("~w~n", [lists:foldl(fun(X, A) -> A * 3 + X end, 0, lists:seq(1, 20))]),
    io:format("~w~n", [lists:mapfoldl(fun(X, A) -> {X * A, A + 1} end, 1, [5, 6, 7])]),
    io:format("~w~n", [lists:zipwith(fun(X, Y) -> {Y, X} end, [1, 2], [a, b])]),
    io:format("~w ~w~n", [lists:any(fun is_atom/1, [1, a]), lists:all(fun is_atom/1, [1, a])]),
    io:format("~w~n", [lists:partition(fun(X) -> X > 2 end, [1, 5, 2, 4])]),
    io:format("~w~n", [lists:flatmap(fun(X) -> lists:duplicate(X, X) end, [1, 2, 3])]),
    io:format("~w~n", [lists:takewhile(fun(X) -> X < 3 end, [1, 2, 3, 1])]),
    ok.
