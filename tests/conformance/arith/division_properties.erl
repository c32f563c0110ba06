%% shows that (A div B) * B + A rem B is A, with the sign of A in the remainder, for a spread of sizes
-module(division_properties).
-export([main/0]).

main() ->
    Bases = [1, 3, 255, 65537, (1 bsl 31) - 1, (1 bsl 59) + 7, (1 bsl 64) - 59, (1 bsl 127) - 1, (1 bsl 200) + 12345678901234567],
    Values = Bases ++ [-B || B <- Bases],
    Bad = [{A, B} || A <- Values, B <- Values, not holds(A, B)],
    io:format("~w pairs, bad ~w~n", [length(Values) * length(Values), Bad]),
    Sum = lists:sum([(A div B) bxor (A rem B) || A <- Values, B <- Bases]),
    io:format("~w~n", [Sum]),
    io:format("~w~n", [lists:sum([(A * B) rem 1000003 || A <- Bases, B <- Values, abs(A) >= B])]),
    ok.

holds(A, B) ->
    Q = A div B,
    R = A rem B,
    Q * B + R =:= A andalso abs(R) < abs(B) andalso (R =:= 0 orelse (R < 0) =:= (A < 0)).
