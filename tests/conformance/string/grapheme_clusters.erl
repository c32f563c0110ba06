%% shows grapheme clusters: combining marks, line ends, flags, joined signs, broken text, in lists, binaries and mixtures
-module(grapheme_clusters).
-include("../support/edge.hrl").

main() ->
    Texts = ["abc", "a\x{301}b", "\r\na", "e\x{301}\x{323}", [16#1f1f8, 16#1f1ea, 16#1f1f3], [16#1100, 16#1161, 16#11a8], [<<"a"/utf8>>, 16#301, "b"], <<"e", 16#301/utf8>>, ""],
    ?T([string:to_graphemes(T) || T <- Texts]),
    ?T([string:length(T) || T <- Texts]),
    ?T([unicode:characters_to_list(string:reverse(T)) || T <- Texts]),
    ?T([string:next_grapheme(T) || T <- Texts]),
    ?T([string:next_codepoint(T) || T <- Texts]),
    ?T([string:slice(T, 1, 1) || T <- Texts]),
    ?T([string:is_empty(T) || T <- ["", <<>>, ["", <<>>], [[], "a"]]]),
    ?T(string:next_grapheme(<<255, "a">>)),
    ?T(string:length(<<"a", 255>>)),
    ?T(string:to_graphemes([a])),
    ?T(string:equal("a\x{301}", [16#e1])),
    ?T(string:equal("a\x{301}", [16#e1], false, nfc)),
    ?T(string:equal("STRASSE", [$s, $t, $r, $a, 16#df, $e], true)),
    ?T(string:equal("A\x{301}", [16#e1], true, nfd)),
    ?T(string:find("xa\x{301}y", "a")),
    ?T(string:find("xa\x{301}y", "a\x{301}")),
    ?T(string:trim("\x{a0} a \x{2003}", both)),
    ?T(string:lexemes("a\x{301}bac", "a")),
    ?T([unicode_util:gc(T) || T <- ["a\x{301}b", <<"ab">>, [[], <<>>]]]),
    ?T([unicode_util:cp(T) || T <- ["a\x{301}b", <<"ab">>, [[], <<>>]]]),
    ?T([unicode_util:F([16#fb01]) || F <- [nfc, nfd, nfkc, nfkd, uppercase, titlecase]]),
    ok.
