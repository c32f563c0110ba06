%% shows apply/2,3, calls through variables and tuples of module and function, arity limits
-module(apply_forms).
-export([main/0]).

main() ->
    M = id(lists), F = id(seq),
    io:format("~w ~w ~w~n", [apply(M, F, [1, 3]), M:F(1, 3), apply(fun lists:sum/1, [[1, 2]])]),
    io:format("~w~n", [apply(erlang, list_to_atom("+"), [1, 2])]),
    io:format("~w~n", [apply(id(erlang), id(self), []) =:= self()]),
    io:format("~w~n", [apply(fun(A, B, C) -> {C, B, A} end, [1, 2, 3])]),
    Wide = fun(L) -> apply(fun(_, _, _, _, _, _, _, _, _, _, _, X) -> X end, L) end,
    io:format("~w~n", [Wide(lists:seq(1, 12))]),
    Bad = [fun() -> apply(lists, seq, [1 | 2]) end, fun() -> apply(lists, seq, a) end, fun() -> apply(id(1), seq, []) end,
           fun() -> apply(fun lists:sum/1, [1, 2]) end, fun() -> apply(id(lists), id(no_such), []) end, fun() -> (id(a)):b() end,
           fun() -> (id("x")):b() end, fun() -> apply(id(a), []) end, fun() -> apply(lists, seq, lists:seq(1, 300)) end],
    io:format("~w~n", [[try X() catch error:R -> clean(R) end || X <- Bad]]),
    ok.

clean({Tag, {Fun, Args}}) when is_function(Fun) -> {Tag, Args};
clean(R) -> R.

id(X) -> X.
