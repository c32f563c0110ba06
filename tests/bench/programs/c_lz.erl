%% A small LZ77: matches found through a map of triples, packed and unpacked.
-module(c_lz).
-ifndef(SIZE).
-define(SIZE, 450).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Text = iolist_to_binary([["the cat sat on the mat ", integer_to_list(X rem 17)] || X <- lists:seq(1, 300)]),
    loop(N, Text, 0).

loop(0, _, Sum) -> Sum;
loop(N, Text, Sum) ->
    Packed = pack(Text, 0, #{}, []),
    Text = unpack(Packed, <<>>),
    loop(N - 1, Text, Sum + length(Packed)).

pack(Text, At, Seen, Done) ->
    case Text of
        <<_:At/binary, Triple:3/binary, _/binary>> ->
            case Seen of
                #{Triple := From} ->
                    Size = match(Text, From, At, 0),
                    pack(Text, At + Size, Seen#{Triple := At}, [{At - From, Size} | Done]);
                _ -> pack(Text, At + 1, Seen#{Triple => At}, [binary:at(Text, At) | Done])
            end;
        <<_:At/binary, C, _/binary>> -> pack(Text, At + 1, Seen, [C | Done]);
        _ -> lists:reverse(Done)
    end.

match(Text, From, At, Size) when At + Size < byte_size(Text), Size < 255 ->
    case binary:at(Text, From + Size) =:= binary:at(Text, At + Size) of
        true -> match(Text, From, At, Size + 1);
        false -> Size
    end;
match(_, _, _, Size) -> Size.

unpack([{Back, Size} | Rest], Done) -> unpack(Rest, copy(Done, byte_size(Done) - Back, Size));
unpack([C | Rest], Done) -> unpack(Rest, <<Done/binary, C>>);
unpack([], Done) -> Done.

copy(Done, _, 0) -> Done;
copy(Done, From, Size) -> copy(<<Done/binary, (binary:at(Done, From))>>, From + 1, Size - 1).
