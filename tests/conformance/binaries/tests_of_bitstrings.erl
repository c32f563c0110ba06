%% shows is_binary and is_bitstring of values of which one of them is known already, of rests of matches, and of contexts that are matched on
-module(tests_of_bitstrings).
-export([main/0]).

main() ->
    Values = [<<>>, <<1>>, <<1:1>>, <<1:7>>, <<1:8>>, <<1:9>>, binary:part(<<"abcdefgh">>, 2, 3), <<0:520>>, <<0:521>>,
              binary:copy(<<1>>, 100), [], <<"x">> == <<"y">>, {<<>>}, "text"],
    [io:format("~p ~p ~p ~p ~p ~p ~p~n",
               [twice(V), other_order(V), nested(V), in_guard(V), rest(V), again(V), sized(V)]) || V <- Values],
    [io:format("~p ~p~n", [N, cut(<<0:N>>)]) || N <- [0, 1, 7, 8, 9, 16, 511, 512, 513, 528]],
    io:format("~p~n", [[grown(<<>>, N) || N <- lists:seq(0, 9)]]).

%% The second test can fail though the first one has shown a bitstring.
twice(V) when is_bitstring(V) ->
    case is_binary(V) of
        true -> {bytes, byte_size(V)};
        false -> {bits, bit_size(V)}
    end;
twice(_) -> no.

other_order(V) when is_binary(V) -> {bytes, is_bitstring(V)};
other_order(V) when is_bitstring(V) -> {bits, is_binary(V)};
other_order(_) -> no.

nested(V) ->
    case {is_bitstring(V), is_binary(V), is_binary(V), is_bitstring(V)} of
        {true, true, true, true} -> binary;
        {true, false, false, true} -> bits;
        {false, false, false, false} -> neither
    end.

in_guard(V) when is_bitstring(V), not is_binary(V) -> bits;
in_guard(V) when is_binary(V); is_list(V) -> binary_or_list;
in_guard(_) -> other.

%% Of what is left of a match.
rest(<<_, Rest/bits>>) when is_binary(Rest) -> {bytes, Rest =:= <<>>};
rest(<<_, Rest/bits>>) -> {bits, is_bitstring(Rest), bit_size(Rest)};
rest(<<_:1, Rest/bits>>) -> {short, is_binary(Rest), is_bitstring(Rest)};
rest(V) -> {none, is_binary(V), is_bitstring(V)}.

%% Of what is matched, in the middle of the match.
again(<<_:1, Rest/bits>> = V) ->
    case is_binary(V) of
        true -> again_rest(Rest, binary);
        false -> again_rest(Rest, bits)
    end;
again(_) -> no.
again_rest(<<_:7, Rest/bits>> = V, Before) when is_binary(V) -> {Before, Rest};
again_rest(<<_:7, Rest/bits>> = V, Before) when is_bitstring(V) -> {Before, bit_size(V), is_binary(Rest)};
again_rest(V, Before) -> {Before, is_binary(V), is_bitstring(V)}.

sized(V) when is_bitstring(V), bit_size(V) rem 8 =/= 0 -> not is_binary(V);
sized(V) when byte_size(V) * 8 =:= bit_size(V) -> is_binary(V);
sized(_) -> no.

cut(Bits) ->
    [{is_binary(Part), is_bitstring(Part)} || Size <- [0, 1, 8, 9, 512], <<Part:Size/bits, _/bits>> <- [Bits]].

grown(Bits, 0) -> {is_binary(Bits), is_bitstring(Bits)};
grown(Bits, N) -> grown(<<Bits/bits, N:N>>, N - 1).
