%% shows list comprehensions: filters, several generators, nested, patterns that skip, over binaries
-module(comprehensions).
-export([main/0]).

main() ->
    io:format("~w~n", [[X * X || X <- lists:seq(1, 10), X rem 2 =:= 0]]),
    io:format("~w~n", [[{X, Y} || X <- [1, 2, 3], Y <- [a, b], X =/= 2]]),
    io:format("~w~n", [[V || {ok, V} <- [{ok, 1}, error, {ok, 2}, {ok, 3, 4}]]]),
    io:format("~w~n", [[[Y || Y <- lists:seq(1, X)] || X <- [1, 2, 3]]]),
    io:format("~w~n", [[B || <<B>> <= <<1, 2, 3>>, B > 1]]),
    io:format("~w~n", [[{A, B} || <<A:4, B:4>> <= <<16#12, 16#34>>]]),
    io:format("~w~n", [try [X || X <- id([1, 2 | 3])] catch error:R -> R end]),
    io:format("~w~n", [try [X || X <- id(abc)] catch error:R2 -> R2 end]),
    io:format("~w~n", [try [X || X <- [1, a], id(X)] catch error:R3 -> R3 end]),
    io:format("~w~n", [[X || X <- [1, a, 2], X + 1 > 2]]),
    ok.

id(X) -> X.
