%% shows conversion of numbers of thousands of digits to text and back
-module(huge_decimal).
-export([main/0]).

main() ->
    N = pow(7, 3000),
    Text = integer_to_list(N),
    io:format("~w ~s~n", [length(Text), string:slice(Text, 0, 40)]),
    io:format("~w~n", [list_to_integer(Text) =:= N]),
    io:format("~w~n", [binary_to_integer(integer_to_binary(-N)) =:= -N]),
    io:format("~w~n", [erlang:phash2(Text)]),
    io:format("~w ~w~n", [N rem 1000000007, N band 16#FFFFFFFF]),
    ok.

pow(_, 0) -> 1;
pow(B, E) when E rem 2 =:= 0 -> H = pow(B, E div 2), H * H;
pow(B, E) -> B * pow(B, E - 1).
