%% shows crc32, adler32, md5 of binaries and iolists, whole and in pieces
-module(checksums).
-export([main/0]).

main() ->
    B = <<"The quick brown fox">>,
    io:format("~w ~w~n", [erlang:crc32(B), erlang:adler32(B)]),
    io:format("~w ~w~n", [erlang:crc32(erlang:crc32(<<"The ">>), <<"quick brown fox">>) =:= erlang:crc32(B),
                          erlang:adler32(erlang:adler32(<<"The ">>), ["quick", <<" brown fox">>]) =:= erlang:adler32(B)]),
    io:format("~w~n", [erlang:crc32_combine(erlang:crc32(<<"The ">>), erlang:crc32(<<"quick brown fox">>), 15) =:= erlang:crc32(B)]),
    io:format("~w~n~w~n", [erlang:md5(B), erlang:md5([])]),
    C = erlang:md5_update(erlang:md5_update(erlang:md5_init(), "The "), <<"quick brown fox">>),
    io:format("~w~n", [erlang:md5_final(C) =:= erlang:md5(B)]),
    io:format("~w~n", [erlang:md5(lists:duplicate(1000, $a))]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> erlang:md5(a) end, fun() -> erlang:crc32([256]) end]]]),
    ok.
