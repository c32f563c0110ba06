%% shows band bor bxor bnot on small and big integers of both signs
-module(bit_operations).
-export([main/0]).

main() ->
    Values = [0, 1, -1, 16#F0F0, -16#F0F0, 1 bsl 64, -(1 bsl 64), (1 bsl 100) - 1, -(1 bsl 100) + 12345],
    [io:format("~w ~w: ~w ~w ~w~n", [A, B, A band B, A bor B, A bxor B]) || A <- Values, B <- Values, A =< B],
    io:format("~w~n", [[bnot A || A <- Values]]),
    io:format("~w~n", [[bnot (bnot A) =:= A || A <- Values]]),
    ok.
