%% shows random bit syntax: fields of random type, size, unit, sign and order, built and matched again, as digests
-module(random_bits).
-export([main/0]).

main() ->
    lists:foldl(fun(Group, Seed) ->
        {Fields, Next} = fields(25, Seed, []),
        Bits = << <<(build(F))/bitstring>> || F <- Fields >>,
        Read = match(Fields, Bits),
        io:format("~w ~w ~s ~s~n", [Group, bit_size(Bits), digest(pad(Bits)), digest(term_to_binary(Read, [{minor_version, 2}]))]),
        Next
    end, 31415, lists:seq(1, 60)).

digest(Data) -> [io_lib:format("~2.16.0b", [B]) || <<B>> <= erlang:md5(Data)].
pad(Bits) -> Pad = (8 - bit_size(Bits) rem 8) rem 8, <<Bits/bitstring, 0:Pad>>.

fields(0, Seed, Acc) -> {lists:reverse(Acc), Seed};
fields(N, Seed, Acc) ->
    Size = (Seed bsr 40) rem 71,
    Value = next(Seed) - (1 bsl 63),
    Kind = (Seed bsr 33) rem 12,
    fields(N - 1, next(next(Seed)), [{Kind, Size, Value} | Acc]).

build({0, Size, V}) -> <<V:Size>>;
build({1, Size, V}) -> <<V:Size/little>>;
build({2, Size, V}) -> <<V:Size/signed>>;
build({3, Size, V}) -> <<V:Size/signed-little>>;
build({4, Size, V}) -> <<V:Size/unit:3>>;
build({5, _, V}) -> <<(V / 7):64/float>>;
build({6, _, V}) -> <<(V / 7):32/float-little>>;
build({7, Size, V}) -> <<(V * V * V):Size/unit:5-little>>;
build({8, Size, V}) -> B = <<V:128>>, <<B:Size/bitstring>>;
build({9, Size, V}) -> B = <<V:640>>, <<B:Size/binary>>;
build({10, Size, _}) -> <<(Size * 700)/utf8>>;
build({11, Size, _}) -> <<(Size * 16#1f0)/utf16-little, 3:5>>.

match([{0, Size, _} | R], Bits) -> <<V:Size, T/bitstring>> = Bits, [V | match(R, T)];
match([{1, Size, _} | R], Bits) -> <<V:Size/little, T/bitstring>> = Bits, [V | match(R, T)];
match([{2, Size, _} | R], Bits) -> <<V:Size/signed, T/bitstring>> = Bits, [V | match(R, T)];
match([{3, Size, _} | R], Bits) -> <<V:Size/signed-little, T/bitstring>> = Bits, [V | match(R, T)];
match([{4, Size, _} | R], Bits) -> <<V:Size/unit:3, T/bitstring>> = Bits, [V | match(R, T)];
match([{5, _, _} | R], Bits) -> <<V:64/float, T/bitstring>> = Bits, [V | match(R, T)];
match([{6, _, _} | R], Bits) -> <<V:32/float-little, T/bitstring>> = Bits, [V | match(R, T)];
match([{7, Size, _} | R], Bits) -> <<V:Size/unit:5-little, T/bitstring>> = Bits, [V | match(R, T)];
match([{8, Size, _} | R], Bits) -> <<V:Size/bitstring, T/bitstring>> = Bits, [V | match(R, T)];
match([{9, Size, _} | R], Bits) -> <<V:Size/binary, T/bitstring>> = Bits, [V | match(R, T)];
match([{10, _, _} | R], Bits) -> <<V/utf8, T/bitstring>> = Bits, [V | match(R, T)];
match([{11, _, _} | R], Bits) -> <<V/utf16-little, 3:5, T/bitstring>> = Bits, [V | match(R, T)];
match([], <<>>) -> [].

next(Seed) -> (Seed * 6364136223846793005 + 1442695040888963407) band 16#ffffffffffffffff.
