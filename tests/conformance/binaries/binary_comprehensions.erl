%% shows binary comprehensions: bytes to bytes, bits, from lists, filters, generators that stop
-module(binary_comprehensions).
-export([main/0]).

main() ->
    io:format("~w~n", [<< <<(X + 1)>> || <<X>> <= <<1, 2, 3>> >>]),
    io:format("~w~n", [<< <<X:1>> || X <- [1, 0, 1, 1, 0] >>]),
    io:format("~w~n", [<< <<B:4, A:4>> || <<A:4, B:4>> <= <<16#12, 16#34, 16#56>> >>]),
    io:format("~w~n", [<< <<X:16>> || X <- lists:seq(1, 10), X rem 3 =:= 0 >>]),
    io:format("~w~n", [<< <<B/binary>> || B <- [<<"ab">>, <<>>, <<"cd">>] >>]),
    io:format("~w~n", [[X || <<1, X>> <= <<1, 2, 1, 3, 9, 4, 1, 5>>]]),
    io:format("~w~n", [<< <<X:3>> || <<X:5>> <= <<255, 0, 255, 0, 1:1>> >>]),
    io:format("~w~n", [[{A, B} || A <- [1, 2], <<B>> <= <<3, 4>>]]),
    io:format("~w~n", [byte_size(<< <<X:32>> || X <- lists:seq(1, 10000) >>)]),
    io:format("~w~n", [try << <<X>> || <<X>> <= id(a) >> catch error:R -> R end]),
    io:format("~w~n", [try << <<X/binary>> || X <- [<<1>>, id(a)] >> catch error:R2 -> R2 end]),
    ok.

id(X) -> X.
