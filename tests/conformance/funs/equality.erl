%% shows when two funs are equal: same place in the code and same captured values
-module(equality).
-export([main/0]).

main() ->
    A = make(1), B = make(1), C = make(2),
    io:format("~w ~w ~w~n", [A =:= B, A =:= C, A == B]),
    io:format("~w~n", [other(1) =:= make(1)]),
    io:format("~w~n", [binary_to_term(term_to_binary(A)) =:= A]),
    Self = self(),
    spawn(fun() -> Self ! {got, make(1)} end),
    receive {got, D} -> io:format("~w ~w~n", [D =:= A, D(5)]) end,
    M = #{A => first},
    io:format("~w~n", [maps:get(make(1), M)]),
    io:format("~w~n", [length(lists:usort([make(1), make(1), make(2), fun lists:map/2, fun lists:map/2]))]),
    ok.

make(N) -> fun(X) -> X + N end.

other(N) -> fun(X) -> X + N end.
