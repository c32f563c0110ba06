%% compiled: 27
%% shows integer fields of 57 to 64 bits, signed and little-endian, at all bit positions, read and written, and fields that get long integers
-module(word_fields).
-export([main/0, reads/1, writes/1, offset/2, floats/1, small_fields/1]).

main() ->
    Words = [<<0:64>>, <<1:64>>, <<(1 bsl 59 - 1):64>>, <<(1 bsl 59):64>>, <<(-(1 bsl 59)):64>>, <<(-(1 bsl 59) - 1):64>>,
             <<(1 bsl 63):64>>, <<(1 bsl 63 - 1):64>>, <<-1:64>>, <<16#0123456789abcdef:64>>, <<16#fedcba9876543210:64>>],
    [io:format("~w ~w~n", [W, ?MODULE:reads(W)]) || W <- Words],
    [io:format("~w ~w~n", [N, ?MODULE:offset(N, <<16#f0:N, 16#fedcba9876543210:64, 16#0f:(8 - N rem 8)>>)]) || N <- lists:seq(0, 15)],
    [io:format("~w ~w~n", [V, outcome(writes, V)])
     || V <- [0, 1, -1, 1 bsl 59, 1 bsl 63, 1 bsl 64 - 1, 1 bsl 64, -(1 bsl 63), -(1 bsl 64) - 1, 1 bsl 200 + 16#1234567890abcdef, -(1 bsl 200) + 77, 1.0, a]],
    [io:format("~w ~w~n", [V, outcome(small_fields, V)]) || V <- [16#123456789abcdef0123, -16#123456789abcdef0123, 12345, 1 bsl 64, x]],
    [io:format("~w ~w~n", [V, outcome(floats, V)]) || V <- [0, 1, -7, 1 bsl 58 + 1, 9007199254740993, 2.5, 1 bsl 70, a]],
    io:format("~w~n", [sums(<< <<(X * 16#9e3779b97f4a7c15):64>> || X <- lists:seq(1, 300) >>, 0)]),
    io:format("~w~n", [length(kept(<< <<(X * 16#9e3779b97f4a7c15):64>> || X <- lists:seq(1, 3000) >>, []))]).

reads(W) ->
    <<A:64>> = W,
    <<B:64/signed>> = W,
    <<C:64/little>> = W,
    <<D:64/little-signed>> = W,
    <<E:57, _/bits>> = W,
    <<F:60/signed, _/bits>> = W,
    <<_:3, G:61>> = W,
    <<_:1, H:63/signed>> = W,
    <<_:6, I:58>> = W,
    <<_:7, J:57/signed>> = W,
    [A, B, C, D, E, F, G, H, I, J].

offset(N, Bits) ->
    <<_:N, A:64, _/bits>> = Bits,
    <<_:N, B:64/signed-little, _/bits>> = Bits,
    <<_:N, C:59/signed, _/bits>> = Bits,
    S = size_of(64),
    <<_:N, D:S, _/bits>> = Bits,
    <<_:N, E:S/little, _/bits>> = Bits,
    [A, B, C, D, E].

size_of(N) -> binary_to_term(term_to_binary(N)).

writes(V) ->
    [<<V:64>>, <<V:64/little>>, <<1:3, V:64, 2:5>>, <<V:57, 0:7>>, <<V:64, V:64/little>>, <<V:128>>].

small_fields(V) ->
    [<<V:8>>, <<V:16/little>>, <<V:32>>, <<V:7, V:9>>, <<V:56>>, <<V:24/little, V:32, V:8>>].

floats(V) -> [<<V/float>>, <<V:64/float-little>>, <<1:1, V/float, 0:7>>].

sums(<<X:64, Y:64/little-signed, Rest/binary>>, Sum) -> sums(Rest, Sum + X - Y);
sums(<<>>, Sum) -> Sum.

kept(<<X:64, Rest/binary>>, Kept) -> kept(Rest, [X | Kept]);
kept(<<>>, Kept) -> Kept.

outcome(Function, Argument) ->
    try ?MODULE:Function(Argument) catch Class:Reason -> {Class, Reason} end.
