%% shows integer_to_list and list_to_integer in all bases, big numbers both ways, and errors
-module(integer_text).
-export([main/0]).

main() ->
    [io:format("~w: ~s ~s ~s~n", [B, integer_to_list(123456789, B), integer_to_list(-255, B), integer_to_list(1 bsl 100, B)])
     || B <- [2, 3, 8, 10, 16, 35, 36]],
    N = 1 bsl 300 + 987654321,
    io:format("~w~n", [[list_to_integer(integer_to_list(N, B), B) =:= N || B <- lists:seq(2, 36)]]),
    io:format("~w~n", [[binary_to_integer(integer_to_binary(-N, B), B) =:= -N || B <- lists:seq(2, 36)]]),
    io:format("~w~n", [[list_to_integer(T) || T <- ["0", "-0", "+5", "-123", "000123", "99999999999999999999", "-1000000000000000000000"]]]),
    io:format("~w~n", [[list_to_integer("ff", 16), list_to_integer("Zz", 36), list_to_integer("-101", 2), binary_to_integer(<<"+7f">>, 16)]]),
    Bad = [fun() -> list_to_integer("") end, fun() -> list_to_integer("-") end, fun() -> list_to_integer("1a") end,
           fun() -> list_to_integer("12", 1) end, fun() -> list_to_integer("2", 2) end, fun() -> list_to_integer(" 1") end,
           fun() -> list_to_integer(a) end, fun() -> binary_to_integer(<<"1 ">>) end, fun() -> binary_to_integer("1") end,
           fun() -> integer_to_list(1.0) end, fun() -> integer_to_list(1, 37) end, fun() -> integer_to_binary(a) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    io:format("~w~n", [[string:to_integer(T) || T <- ["12abc", "abc", "-7", "+"]]]),
    ok.
