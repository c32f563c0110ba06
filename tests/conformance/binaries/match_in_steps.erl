%% Matches of several commands that fail in the middle: the next clause begins where the first one did.
-module(match_in_steps).
-export([main/0]).

main() ->
    Frames = [<<1, 7:16, 3:8, "abc", 99>>, <<1, 7:16, 4:8, "abc", 98>>, <<2, 16#1234567890ABCDEF:64, 5>>,
              <<2, 16#1234567890ABCDEE:64, 5>>, <<3, 1:1, 5:7, 2.5/float>>, <<3, 0:1, 5:7, 2.5/float>>,
              <<4, -5:24/little, "tail">>, <<4:7>>, <<>>, <<5, "long text to compare with", 1>>,
              <<5, "long text to compare wits", 1>>, <<6, (1 bsl 59):60, 3:4, (1 bsl 80):88>>],
    [io:format("~0p -> ~0p~n", [F, frame(F)]) || F <- Frames],
    %% The same away from a byte boundary.
    [io:format("~0p~n", [shifted(<<5:3, F/bitstring>>)]) || F <- Frames],
    io:format("~0p~n", [walk(list_to_binary([[K, K bsl 1, "x"] || K <- lists:seq(1, 100)]), [])]).

shifted(<<5:3, Rest/bitstring>>) -> frame(Rest).

frame(<<1, A:16, 3, Text:3/binary, E>>) -> {one, A, Text, E};
frame(<<1, A:16, N, Rest/binary>>) -> {other_one, A, N, Rest};
frame(<<2, 16#1234567890ABCDEF:64, X>>) -> {two, X};
frame(<<2, A:32, B:32, X>>) -> {other_two, A, B, X};
frame(<<3, 1:1, A:7, F/float>>) -> {three, A, F};
frame(<<3, _:1, A:7, Rest/binary>>) -> {other_three, A, Rest};
frame(<<4, A:24/little-signed, Rest/binary>>) -> {four, A, Rest};
frame(<<5, "long text to compare with", X>>) -> {five, X};
frame(<<5, Text:10/binary, Rest/binary>>) -> {other_five, Text, Rest};
frame(<<6, A:60, B:4, C:88>>) -> {six, A, B, C};
frame(<<>>) -> nothing;
frame(Bits) -> {bits, Bits}.

walk(<<K, 10, "x", Rest/binary>>, Acc) -> walk(Rest, [{ten, K} | Acc]);
walk(<<K, D:7, 0:1, C:1/binary, Rest/binary>>, Acc) when K =:= D -> walk(Rest, [C | Acc]);
walk(<<K, _, _, Rest/binary>>, Acc) -> walk(Rest, [K | Acc]);
walk(<<>>, Acc) -> lists:reverse(Acc).
