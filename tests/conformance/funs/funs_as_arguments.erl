%% shows funs of every arity called, passed, stored, sent and compared, with captured values that change elsewhere
-module(funs_as_arguments).
-include("../support/edge.hrl").

main() ->
    ?T([apply(F, lists:seq(1, N)) || {N, F} <- sums()]),
    ?T([erlang:fun_info(F, arity) || {_, F} <- sums()]),
    ?T([try apply(F, lists:seq(0, N)) catch error:{badarity, {_, Args}} -> Args end || {N, F} <- sums()]),
    ?T(begin X = 1, F = fun(Y) -> X + Y end, G = fun(X) -> F(X) end, [F(10), G(100)] end),
    ?T([F() || F <- [fun() -> N end || N <- [1, 2, 3]]]),
    ?T(begin Fact = fun F(0) -> 1; F(N) -> N * F(N - 1) end, Fact(25) end),
    ?T((compose([fun(X) -> X + 1 end, fun(X) -> X * 2 end, fun integer_to_list/1]))(20)),
    ?T(maps:get(f, #{f => fun erlang:abs/1}) =:= fun erlang:abs/1),
    ?T(in_other(fun() -> {self() =/= whereis(init), catch_(fun() -> throw(x) end)} end)),
    ?T(begin put(n, here), {(fun() -> get(n) end)(), in_other(fun() -> get(n) end)} end),
    ?T(catch_(fun() -> (id(not_a_fun))(1) end)),
    ?T(catch_(fun() -> (id(fun lists:nosuch/1))(1) end)),
    ?T(catch_(fun() -> (id({lists, seq}))(1, 2) end)),
    ?T([is_function(id(F), 1) || F <- [fun abs/1, fun(_) -> x end, fun lists:nosuch/1, fun() -> x end, abs]]),
    ?T(is_function(fun abs/1, -1)),
    ?T(is_function(fun abs/1, a)),
    ?T(lists:sort([fun lists:map/2, fun lists:map/3, fun erlang:abs/1, fun lists:all/2])),
    ?T((fun M(0) -> done; M(N) -> M(N - 1) end)(100000)),
    ok.

sums() ->
    [{0, fun() -> 0 end}, {1, fun(A) -> A end}, {2, fun(A, B) -> A + B end}, {3, fun(A, B, C) -> A + B + C end},
     {6, fun(A, B, C, D, E, F) -> A + B + C + D + E + F end}].
compose(Funs) -> fun(X) -> lists:foldl(fun(F, Y) -> F(Y) end, X, Funs) end.
in_other(F) -> {_, R} = spawn_monitor(fun() -> exit(F()) end), receive {'DOWN', R, _, _, X} -> X end.
catch_(F) -> try F() catch C:R -> {C, R} end.
id(X) -> X.
