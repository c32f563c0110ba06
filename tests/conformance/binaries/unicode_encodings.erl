%% shows unicode:characters_to_binary and to_list between encodings, with broken and partial input
-module(unicode_encodings).
-include("../support/edge.hrl").

main() ->
    ?T(unicode:characters_to_binary("å")),
    ?T(unicode:characters_to_binary([16#20ac], unicode, latin1)),
    ?T(unicode:characters_to_binary(<<229>>, latin1)),
    ?T(unicode:characters_to_binary("å", unicode, utf16)),
    ?T(unicode:characters_to_binary("å", unicode, {utf16, little})),
    ?T(unicode:characters_to_binary([16#1f600], unicode, {utf16, big})),
    ?T(unicode:characters_to_binary("a", unicode, {utf32, little})),
    ?T(unicode:characters_to_binary([16#d800])),
    ?T(unicode:characters_to_binary([a])),
    ?T(unicode:characters_to_binary(<<16#c3>>)),
    ?T(unicode:characters_to_binary(<<"a", 16#c3>>)),
    ?T(unicode:characters_to_binary(<<16#ff, "a">>)),
    ?T(unicode:characters_to_binary([<<"a">>, [16#e5 | <<"b">>]])),
    ?T(unicode:characters_to_list(<<16#e2, 16#82, 16#ac>>)),
    ?T(unicode:characters_to_list(<<16#d8, 0, 16#dc, 0>>, utf16)),
    ?T(unicode:characters_to_list(<<16#d8, 0>>, utf16)),
    ?T(unicode:characters_to_list(<<0, 16#11, 0, 0>>, utf32)),
    ?T(unicode:characters_to_list(<<"a">>, bad)),
    ?T(unicode:characters_to_list(<<1:1>>)),
    ?T(unicode:characters_to_list(a)),
    ?T(unicode:bom_to_encoding(<<16#ef, 16#bb, 16#bf, "x">>)),
    ?T(unicode:bom_to_encoding(<<16#fe, 16#ff>>)),
    ?T(unicode:bom_to_encoding(<<"x">>)),
    ?T(unicode:encoding_to_bom({utf16, little})),
    ?T(unicode:encoding_to_bom(utf8)),
    ok.
