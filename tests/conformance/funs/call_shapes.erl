%% Calls of funs with every number of arguments and free variables that registers tell apart, of exported functions, BIFs
%% and functions that do not exist; comparisons for their value.
-module(call_shapes).
-export([main/0, two/2]).

main() ->
    [A, B, C, D, E, F] = [id(K) || K <- lists:seq(1, 6)],
    Funs = [fun() -> [] end, fun() -> [A] end, fun() -> [A, B] end, fun() -> [A, B, C] end, fun() -> [A, B, C, D, E, F] end,
            fun(X) -> [X] end, fun(X) -> [X, A] end, fun(X) -> [X, A, B] end, fun(X) -> [X, A, B, C, D] end,
            fun(X, Y) -> [X, Y] end, fun(X, Y) -> [X, Y, A] end, fun(X, Y) -> [X, Y, A, B, C, D, E] end,
            fun(X, Y, Z) -> [X, Y, Z, A] end, fun(X, Y, Z) -> [X, Y, Z, A, B, C] end,
            fun(X, Y, Z, W) -> [X, Y, Z, W, A, B] end, fun(X, Y, Z, W, V) -> [X, Y, Z, W, V, A, B, C] end,
            fun ?MODULE:two/2, fun erlang:abs/1, fun erlang:max/2, fun erlang:integer_to_list/1, fun lists:keyfind/3],
    [io:format("~p~n", [[call(Fun, N) || _ <- [1, 2]]]) || Fun <- Funs, N <- [arity(Fun)]],
    [io:format("~p~n", [catch_call(Fun, N)])
     || {Fun, N} <- [{fun ?MODULE:none/1, 1}, {fun ?MODULE:two/2, 1}, {fun erlang:abs/1, 2}, {hd(Funs), 1}, {an_atom, 1},
                     {fun no_such_module:f/0, 0}, {fun erlang:abs/1, 1}]],
    Terms = [1, 1.0, 0.0, -0.0, 2, a, b, "x", {1, 2}, {1, 2.0}, #{k => 1}, <<"b">>, 1 bsl 70, -(1 bsl 70), self(), make_ref()],
    [io:format("~w~n", [[compare(X, Y) || Y <- Terms]]) || X <- Terms].

id(X) -> X.
two(X, Y) -> {X, Y}.
arity(Fun) -> element(2, erlang:fun_info(Fun, arity)).

call(F, 0) -> F();
call(F, 1) -> F(-10);
call(F, 2) -> F(11, 12);
call(F, 3) -> F(11, 1, [{11, x}]);
call(F, 4) -> F(11, 12, 13, 14);
call(F, 5) -> F(11, 12, 13, 14, 15).

catch_call(F, 0) -> try F() catch K:R -> {K, R} end;
catch_call(F, 1) -> try F(x) catch K:R -> {K, name(R)} end;
catch_call(F, 2) -> try F(1, 2) catch K:R -> {K, name(R)} end.

name({badarity, {_, Arguments}}) -> {badarity, Arguments};
name(R) -> R.

compare(X, Y) ->
    <<Bits>> = <<(n(X < Y)):1, (n(X > Y)):1, (n(X =< Y)):1, (n(X >= Y)):1, (n(X == Y)):1, (n(X /= Y)):1, (n(X =:= Y)):1,
                 (n(X =/= Y)):1>>,
    Bits.

n(true) -> 1;
n(false) -> 0.
