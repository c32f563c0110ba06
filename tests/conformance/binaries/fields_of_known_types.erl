%% compiled: 27
%% shows code points and bitstrings put at every bit offset, with and without a size, and their errors
-module(fields_of_known_types).
-export([main/0]).

main() ->
    Points = [0, $a, 16#7F, 16#80, 16#7FF, 16#800, 16#D7FF, 16#E000, 16#FFFF, 16#10000, 16#10FFFF],
    io:format("~w~n", [[point(P) || P <- Points]]),
    io:format("~w~n", [[shifted(P) || P <- Points]]),
    io:format("~w~n", [[catching(fun() -> point(P) end) || P <- [-1, 16#D800, 16#DFFF, 16#110000, 1 bsl 70, 1.0, a]]]),
    io:format("~w~n", [text(Points, <<>>)]),
    io:format("~w~n", [points(text(Points, <<>>))]),
    io:format("~w~n", [odd_points(<<1:3, (text(Points, <<>>))/binary>>)]),
    io:format("~w~n", [[points(B) || B <- [<<16#C0, 16#80>>, <<16#C1, 1>>, <<16#E0, 16#80, 16#80>>, <<16#ED, 16#A0, 16#80>>, <<16#F4, 16#90, 16#80, 16#80>>,
                                           <<16#F0, 16#80, 16#80, 16#80>>, <<16#C3>>, <<16#E2, 16#82>>, <<16#F0, 16#9F, 16#98>>, <<16#80>>,
                                           <<16#E2, $a, 16#82>>, <<$a, 16#F5, 1, 1, 1>>, <<$b, 16#C3, 16#A9, 1:1>>]]]),
    Wholes = [<<>>, <<1>>, <<1, 2, 3>>, <<5:3>>, <<1, 2, 3:4>>, binary:copy(<<"long ">>, 30)],
    io:format("~w~n", [[erlang:phash2(whole(W)) || W <- Wholes, is_binary(W)]]),
    io:format("~w~n", [[erlang:phash2(bits(W)) || W <- Wholes]]),
    io:format("~w~n", [[catching(fun() -> whole(W) end) || W <- [<<5:3>>, a, [1]]]]),
    io:format("~w~n", [[catching(fun() -> part(W, N) end) || W <- [<<>>, <<1>>, <<1, 2, 3:4>>], N <- [0, 1, 2, -1, a, 1 bsl 64]]]),
    io:format("~w~n", [[catching(fun() -> bit_part(W, N) end) || W <- [<<5:3>>, <<1, 2>>], N <- [0, 1, 3, 4, 16, 17]]]).

catching(F) ->
    try F()
    catch error:Reason -> Reason
    end.

point(P) -> <<P/utf8>>.
shifted(P) -> <<1:1, P/utf8, 2:3, P/utf8, 0:4>>.
text([], Text) -> Text;
text([P | Rest], Text) -> text(Rest, <<Text/binary, P/utf8>>).
points(<<P/utf8, Rest/binary>>) -> [P | points(Rest)];
points(Rest) -> Rest.
odd_points(<<_:3, Rest/bitstring>>) -> more_odd_points(Rest).
more_odd_points(<<P/utf8, Rest/bitstring>>) -> [P | more_odd_points(Rest)];
more_odd_points(Rest) -> bit_size(Rest).
whole(B) -> <<1:4, B/binary, (byte_size(B)):12, B/binary>>.
bits(B) -> <<1:4, B/bitstring, (bit_size(B)):12, B/bitstring>>.
part(B, N) -> <<7, B:N/binary, 8>>.
bit_part(B, N) -> <<7, B:N/bitstring, 8>>.
