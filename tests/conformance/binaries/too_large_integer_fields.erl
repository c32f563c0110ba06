%% shows that a field which is larger than any integer can be does not match, whatever is in it
-module(too_large_integer_fields).
-export([main/0]).

main() ->
    [io:format("~p ~p ~p~n", [Bits, Byte, [match(bits(Byte, Bits), Bits), match_signed(bits(Byte, Bits), Bits),
                                          match_little(bits(Byte, Bits), Bits), match_part(bits(Byte, Bits), Bits)]])
     || Bits <- [4194176, 4194240, 4194241, 4194304, 8000000], Byte <- [0, 255]].

bits(Byte, Bits) ->
    <<Binary:Bits/bitstring, _/bitstring>> = binary:copy(<<Byte>>, Bits div 8 + 1),
    Binary.

match(Binary, Bits) ->
    try <<N:Bits>> = Binary, N bsr (Bits - 8) catch error:{badmatch, _} -> no end.
match_signed(Binary, Bits) ->
    try <<N:Bits/signed>> = Binary, N bsr (Bits - 8) catch error:{badmatch, _} -> no end.
match_little(Binary, Bits) ->
    try <<N:Bits/little>> = Binary, N bsr (Bits - 8) catch error:{badmatch, _} -> no end.
match_part(Binary, Bits) ->
    case Binary of
        <<_:Bits, _/bitstring>> -> skipped;
        _ -> no
    end.
