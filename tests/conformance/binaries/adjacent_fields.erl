%% compiled: 27
%% shows adjacent integers of many sizes, signs and byte orders, matched and built together, at every bit offset, and their errors
-module(adjacent_fields).
-export([main/0]).

main() ->
    Bytes = << <<(N * 167 rem 251)>> || N <- lists:seq(1, 40) >>,
    io:format("~w~n", [sextets(Bytes)]),
    io:format("~w~n", [header(Bytes)]),
    io:format("~w~n", [signed(Bytes)]),
    io:format("~w~n", [little(Bytes)]),
    io:format("~w~n", [large(Bytes)]),
    io:format("~w~n", [skipping(Bytes)]),
    io:format("~w~n", [with_parts(Bytes)]),
    [io:format("~w~n", [[Offset | at_offset(Offset, Bytes)]]) || Offset <- lists:seq(0, 9)],
    io:format("~w~n", [[sextets(binary:part(Bytes, 0, N)) || N <- lists:seq(0, 8)]]),
    io:format("~w~n", [[exactly(binary:part(Bytes, 0, N)) || N <- lists:seq(0, 9)]]),
    io:format("~w~n", [[tagged(T) || T <- [<<1, 2, 3, 4, 5, 6, 7, 8>>, <<1, 9, 3, 4, 5, 6, 7, 8>>, <<1, 2, 3>>]]]),
    io:format("~w~n", [same_register(Bytes)]),
    Values = [0, 1, -1, 63, 64, 255, -256, 16#123456789ABCDEF, -(1 bsl 59), 1 bsl 59, 1 bsl 200 + 16#5A5A5A, -(1 bsl 100) - 77],
    [io:format("~w~n", [built(V)]) || V <- Values],
    io:format("~w~n", [catching(fun() -> built(x) end)]),
    [io:format("~w~n", [catching(fun() -> several(A, B, C) end)])
     || {A, B, C} <- [{1, 2, 3}, {x, 2, 3}, {1, 2.0, 3}, {1, 2, <<3>>}, {a, b, c}]],
    io:format("~w~n", [[guarded(V) || V <- [5, x, 1 bsl 70]]]),
    io:format("~w~n", [lists:foldl(fun(V, Acc) -> grown(Acc, V) end, <<>>, [1, 2, 300, -4, 1 bsl 65])]),
    io:format("~w~n", [lists:foldl(fun(V, Acc) -> grown_bits(Acc, V) end, <<1:1>>, [1, 2, 300, -4, 1 bsl 65])]),
    io:format("~w~n", [erlang:phash2([at_offset(N rem 13, << <<(X * N)>> || X <- lists:seq(1, 60) >>) || N <- lists:seq(1, 500)])]).

catching(F) ->
    try F()
    catch error:Reason:Stack ->
        {_, _, _, Info} = hd(Stack),
        {Reason, proplists:get_value(error_info, Info)}
    end.

sextets(<<A:6, B:6, C:6, D:6, Rest/binary>>) -> [A, B, C, D | sextets(Rest)];
sextets(Rest) -> Rest.

header(<<Version:4, Length:4, Service:8, Total:16, Id:16, Flags:3, Offset:13, Ttl:8, Protocol:8, Sum:16, From:32, To:32, _/binary>>) ->
    {Version, Length, Service, Total, Id, Flags, Offset, Ttl, Protocol, Sum, From, To}.

signed(<<A:7/signed, B:8/signed, C:16/signed, D:1, E:24/signed, F:32/signed, G:56/signed, _/bitstring>>) -> {A, B, C, D, E, F, G}.

little(<<A:16/little, B:8, C:24/little-signed, D:8/little, E:32/little, F:48/little, G:64/little, H:12/little, _/bitstring>>) -> {A, B, C, D, E, F, G, H}.

large(<<A:8, B:57, C:3, D:60, E:4, F:64, G:59/signed, H:1, _/bitstring>>) -> {A, B, C, D, E, F, G, H}.

skipping(<<_:4, A:4, _:12, B:4, _:16, C:8, _:3, _:5, D:8, _:100, E:9, F:7, _/bitstring>>) -> {A, B, C, D, E, F}.

with_parts(<<A:8, B:8, C:2/binary, D:8, E:4, F:12/bitstring, G:8, H:8, I:64/float, Rest/binary>>) -> {A, B, C, D, E, F, G, H, I, byte_size(Rest)};
with_parts(Other) -> byte_size(Other).

at_offset(Offset, Bytes) ->
    case Bytes of
        <<_:Offset, A:5, B:11, C:16, D:24/signed, E:1, F:7, G:16/little, H:8, Rest/bitstring>> -> [A, B, C, D, E, F, G, H, bit_size(Rest)];
        _ -> []
    end.

exactly(<<A:8, B:16, C:8>>) -> {A, B, C};
exactly(<<A:4, B:4, C:16/signed, D:8, E:24>>) -> {A, B, C, D, E};
exactly(Other) -> byte_size(Other).

tagged(<<A:8, 2:8, B:8, C:8, 5:8, D:16, E:8>>) -> {first, A, B, C, D, E};
tagged(<<A:8, 9:8, B:16, C:32>>) -> {second, A, B, C};
tagged(<<A:8, B:16>>) -> {third, A, B}.

%% The context is not used again: its register may get a field.
same_register(<<Context:8, B:8, C:8, D:8, _/binary>>) -> Context + B * C - D.

built(V) ->
    {<<V:6, V:6, V:6, V:6>>, <<V:8, "ab", V:16/little, V:3, 1:5>>, <<1:3, V:8, V:24/little, V:21>>, <<V:40, V:16, V:56, V:8, V:64, V:1, V:7>>,
     <<"begin", V:8, V:8, "a long string in between", V:8, V:13, "end", V:11>>}.

several(A, B, C) -> <<A:8, B:16, C:8, A:24/little, C:13, B:11>>.

guarded(V) when <<V:8, V:8>> =:= <<5, 5>> -> five;
guarded(_) -> other.

grown(Acc, V) -> <<Acc/binary, V:8, V:16, V:24/little>>.
grown_bits(Acc, V) -> <<Acc/bitstring, V:3, V:8, V:4, V:7>>.
