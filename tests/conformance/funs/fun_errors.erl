%% shows badfun and badarity, from local calls with too many or few arguments and from values that are no funs
-module(fun_errors).
-export([main/0]).

main() ->
    F = fun(X) -> X end,
    [io:format("~w~n", [try call(G, A) catch error:R -> name(R, F) end]) || {G, A} <- [{F, [1, 2]}, {F, []}, {a, [1]}, {{lists, sum}, [[1]]},
        {fun lists:sum/1, [1, 2]}, {[], []}, {F, [ok]}, {fun erlang:self/0, [1]}]],
    ok.

call(F, []) -> F();
call(F, [A]) -> F(A);
call(F, [A, B]) -> F(A, B).

name({badarity, {F, Args}}, F) -> {badarity, the_fun, Args};
name(R, _) -> R.
