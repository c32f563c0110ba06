%% shows unicode: the four normal forms of texts that they change
-module(unicode_normal_forms).
-include("../support/edge.hrl").

main() ->
    ?T(forms("é")),
    ?T(forms("e\x{301}")),
    ?T(forms("ﬁ")),
    ?T(forms([16#212b])),
    ?T(forms([16#ac00])),
    ?T(forms([16#1100, 16#1161])),
    ?T(forms("a\x{323}\x{307}")),
    ?T(forms("a\x{307}\x{323}")),
    ?T(forms([16#3a9])),
    ?T(forms("")),
    ?T(unicode:characters_to_nfc_binary(<<"e", 16#301/utf8>>)),
    ?T(unicode:characters_to_nfd_list(<<233>>)),
    ?T(unicode:characters_to_nfkd_binary([16#2460])),
    ok.

forms(T) -> {unicode:characters_to_nfc_list(T), unicode:characters_to_nfd_list(T), unicode:characters_to_nfkc_list(T),
        unicode:characters_to_nfkd_list(T)}.
