%% shows zlib streams: levels, windows, dictionaries, flushing, resetting, ends, owners and their errors
-module(zlib_streams).
-export([main/0]).

main() ->
    Data = list_to_binary(lists:duplicate(50, "the quick brown fox ")),
    show([zlib:uncompress(zlib:compress(Data)) =:= Data, zlib:unzip(zlib:zip(Data)) =:= Data, zlib:gunzip(zlib:gzip(Data)) =:= Data, byte_size(zlib:compress(Data))]),
    Z = zlib:open(),
    show([caught(fun() -> zlib:deflate(Z, "x") end), zlib:deflateInit(Z, best_compression), caught(fun() -> zlib:deflateInit(Z) end)]),
    show([iolist_size(zlib:deflate(Z, Data, sync)), zlib:deflateParams(Z, best_speed, huffman_only), iolist_size(zlib:deflate(Z, Data, finish)), zlib:deflateReset(Z), zlib:deflateEnd(Z)]),
    show([zlib:deflateInit(Z, default, deflated, -15, 8, default), zlib:deflateSetDictionary(Z, "quick brown"), iolist_size(zlib:deflate(Z, Data, finish)), zlib:deflateEnd(Z)]),
    ok = zlib:deflateInit(Z),
    Adler = zlib:deflateSetDictionary(Z, "dictionary"),
    With = zlib:deflate(Z, "a dictionary of words", finish),
    ok = zlib:deflateEnd(Z),
    show([Adler, zlib:inflateInit(Z), caught(fun() -> zlib:inflate(Z, With) end), zlib:inflateSetDictionary(Z, "dictionary"), iolist_to_binary(zlib:inflate(Z, [])), zlib:inflateEnd(Z)]),
    ok = zlib:inflateInit(Z),
    show([caught(fun() -> zlib:inflate(Z, <<"no data of it">>) end), zlib:inflateReset(Z), caught(fun() -> zlib:inflateEnd(Z) end)]),
    ok = zlib:inflateInit(Z),
    Compressed = zlib:compress(Data),
    show([element(1, zlib:safeInflate(Z, Compressed)), zlib:inflate(Z, "trailing"), zlib:inflateEnd(Z)]),
    Raw = zlib:zip("one"),
    [begin ok = zlib:inflateInit(Z, -15, What), show([What, caught(fun() -> iolist_to_binary(zlib:inflate(Z, [Raw, Raw])) end), caught(fun() -> zlib:inflateEnd(Z) end)]) end || What <- [cut, reset, error]],
    Self = self(),
    spawn(fun() -> Self ! caught(fun() -> zlib:inflateInit(Z) end) end),
    show([receive Other -> Other end, zlib:close(Z), caught(fun() -> zlib:close(Z) end), caught(fun() -> zlib:inflateInit(foo) end)]),
    show([caught(fun() -> zlib:uncompress(<<"not compressed at all">>) end), caught(fun() -> zlib:gunzip(<<1, 2, 3>>) end), zlib:compress(<<>>), zlib:zip([])]).

caught(F) -> try F() catch Class:Reason -> {Class, Reason} end.
show(Values) -> io:format("~p~n", [Values]).
