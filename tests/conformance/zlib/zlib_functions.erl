%% shows zlib: compress, gzip, zip and streams, with broken input
-module(zlib_functions).
-include("../support/edge.hrl").

main() ->
    ?T(zlib:uncompress(zlib:compress("hello hello hello"))),
    ?T(zlib:gunzip(zlib:gzip(<<"abc">>))),
    ?T(zlib:unzip(zlib:zip([<<"a">>, "bc"]))),
    ?T(zlib:uncompress(<<"broken">>)),
    ?T(zlib:gunzip(<<31, 139, 8, 0>>)),
    ?T(zlib:unzip(<<>>)),
    ?T(zlib:compress(a)),
    ?T(byte_size(zlib:compress(binary:copy(<<0>>, 100000))) < 200),
    ?T(stream(fun(Z) -> zlib:deflate(Z, "abc", finish) end)),
    ?T(stream(fun(Z) -> zlib:deflate(Z, "abc"), zlib:deflateEnd(Z) end)),
    ?T(inflate(fun(Z) -> iolist_to_binary(zlib:inflate(Z, zlib:compress("inflated"))) end)),
    ?T(inflate(fun(Z) -> zlib:inflate(Z, <<"bad">>) end)),
    ?T(inflate(fun(Z) -> element(1, zlib:safeInflate(Z, zlib:compress(binary:copy(<<"x">>, 100000)))) end)),
    ?T(inflate(fun(Z) -> zlib:inflateEnd(Z) end)),
    ?T(zlib:deflate(x, "abc")),
    ?T(zlib:close(x)),
    ?T(zlib:deflateInit(zlib:open(), 11)),
    ?T(zlib:deflateInit(zlib:open(), bad)),
    ?T(zlib:inflateInit(zlib:open(), 99)),
    ?T(erlang:crc32("abc")),
    ok.

stream(F) -> Z = zlib:open(), ok = zlib:deflateInit(Z), R = (catch F(Z)), zlib:close(Z), shape(R).
inflate(F) -> Z = zlib:open(), ok = zlib:inflateInit(Z), R = (catch F(Z)), zlib:close(Z), shape(R).
shape({'EXIT', {Reason, _}}) -> {exit, Reason};
shape(R) -> R.
