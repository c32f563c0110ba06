%% shows crc32, adler32 and md5 over iodata, step by step and combined
-module(checksums_all).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:crc32(<<>>)),
    ?T(erlang:crc32("abc")),
    ?T(erlang:crc32([<<"a">>, $b | <<"c">>])),
    ?T(erlang:crc32(erlang:crc32("ab"), "c") =:= erlang:crc32("abc")),
    ?T(erlang:crc32_combine(erlang:crc32("ab"), erlang:crc32("c"), 1) =:= erlang:crc32("abc")),
    ?T(erlang:crc32(a)),
    ?T(erlang:crc32(-1, "a")),
    ?T(erlang:crc32(1 bsl 32, "a")),
    ?T(erlang:crc32_combine(0, 0, -1)),
    ?T(erlang:adler32("Wikipedia")),
    ?T(erlang:adler32(1, "a") =:= erlang:adler32("a")),
    ?T(erlang:adler32([256])),
    ?T(erlang:adler32_combine(erlang:adler32("ab"), erlang:adler32("cd"), 2) =:= erlang:adler32("abcd")),
    ?T(erlang:adler32_combine(a, 1, 1)),
    ?T(erlang:md5("")),
    ?T(erlang:md5([<<"a">>, "bc"])),
    ?T(erlang:md5(<<1:1>>)),
    ?T(erlang:md5(a)),
    ?T(erlang:md5_final(erlang:md5_update(erlang:md5_update(erlang:md5_init(), "a"), "bc")) =:= erlang:md5("abc")),
    ?T(erlang:md5_update(<<"short">>, "a")),
    ?T(erlang:md5_final(x)),
    ?T(erlang:md5(binary:copy(<<"abc">>, 100000))),
    ok.
