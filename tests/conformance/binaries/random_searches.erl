%% shows binary:match, matches, split, replace, prefixes, base64 and unicode on random data, as digests
-module(random_searches).
-export([main/0]).

main() ->
    lists:foldl(fun(Group, Seed) ->
        {Text, S1} = text(300, 4, Seed, <<>>),
        {Words, S2} = words(6, S1, []),
        Compiled = binary:compile_pattern(Words),
        Scope = {scope, {20, 200}},
        Results = [binary:match(Text, Words), binary:matches(Text, Words), binary:matches(Text, Compiled, [Scope]), binary:match(Text, hd(Words), [Scope]),
            binary:split(Text, Words), binary:split(Text, Compiled, [global, trim_all]), binary:split(Text, hd(Words), [global, Scope]),
            binary:replace(Text, Words, <<"<>">>, [global, {insert_replaced, 1}]), binary:replace(Text, hd(Words), <<>>),
            binary:longest_common_prefix([Text, <<(binary:part(Text, 0, 40))/binary, "x">>]), binary:longest_common_suffix([Text, <<"x", (binary:part(Text, 260, 40))/binary>>]),
            binary:part(Text, 300, -20), binary:at(Text, 17), binary:first(Text), binary:last(Text), binary:decode_unsigned(binary:part(Text, 5, 20), little),
            binary:encode_unsigned(erlang:phash2(Text)), string:split(Text, hd(Words), all), string:lexemes(Text, "ab"), re:run(Text, hd(Words), [global])],
        {Data, S3} = text(200, 256, S2, <<>>),
        Base = base64:encode(Data),
        Data = base64:decode(Base),
        Unicode = [unicode:characters_to_binary(Data, latin1, E) || E <- [utf8, utf16, {utf16, little}, utf32]] ++
            [unicode:characters_to_list(Data, utf8), unicode:characters_to_binary([Data, 1000, <<"x">>], latin1)],
        io:format("~w ~s ~s ~s ~w ~w ~w~n", [Group, digest(term_to_binary(Results)), digest(Base), digest(term_to_binary(Unicode)), erlang:crc32(Data), erlang:adler32(Data),
            binary:decode_unsigned(erlang:md5(Data)) band 65535]),
        S3
    end, 161803, lists:seq(1, 40)).

digest(Data) -> [io_lib:format("~2.16.0b", [B]) || <<B>> <= erlang:md5(Data)].

text(0, _, Seed, Acc) -> {Acc, Seed};
text(N, 256, Seed, Acc) -> text(N - 1, 256, next(Seed), <<Acc/binary, (Seed bsr 40)>>);
text(N, Letters, Seed, Acc) -> text(N - 1, Letters, next(Seed), <<Acc/binary, ($a + (Seed bsr 40) rem Letters)>>).

words(0, Seed, Acc) -> {Acc, Seed};
words(N, Seed, Acc) ->
    {Word, Next} = text(1 + (Seed bsr 45) rem 4, 4, next(Seed), <<>>),
    words(N - 1, Next, [Word | Acc]).

next(Seed) -> (Seed * 6364136223846793005 + 1442695040888963407) band 16#ffffffffffffffff.
