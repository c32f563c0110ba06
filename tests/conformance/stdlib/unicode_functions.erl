%% shows unicode: conversions, incomplete and invalid input, normal forms
-module(unicode_functions).
-export([main/0]).

main() ->
    io:format("~w~n", [unicode:characters_to_binary([955, <<"μ"/utf8>>, "x"])]),
    io:format("~w~n", [unicode:characters_to_list(<<"λμ"/utf8>>)]),
    io:format("~w~n", [unicode:characters_to_binary([955], unicode, utf16)]),
    io:format("~w~n", [unicode:characters_to_binary("é", unicode, latin1)]),
    io:format("~w~n", [unicode:characters_to_list(<<206>>)]),
    io:format("~w~n", [unicode:characters_to_list(<<$a, 255, $b>>)]),
    io:format("~w~n", [unicode:characters_to_binary([955], unicode, latin1)]),
    io:format("~w~n", [unicode:characters_to_list([$a, 16#D800])]),
    io:format("~w ~w~n", [unicode:characters_to_nfc_list("e\x{301}"), unicode:characters_to_nfd_list([233])]),
    io:format("~w~n", [unicode:bom_to_encoding(<<239, 187, 191, "x">>)]),
    io:format("~w~n", [try unicode:characters_to_list(atom) catch error:R -> R end]),
    ok.
