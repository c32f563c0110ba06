%% shows utf8, utf16 and utf32 segments: build, match, skip, invalid sequences
-module(unicode_segments).
-export([main/0]).

main() ->
    Text = [97, 233, 955, 8364, 65535, 128512],
    U8 = << <<C/utf8>> || C <- Text >>,
    U16 = << <<C/utf16>> || C <- Text >>,
    L16 = << <<C/utf16-little>> || C <- Text >>,
    U32 = << <<C/utf32-little>> || C <- Text >>,
    io:format("~w~n~w~n~w~n~w~n", [U8, U16, L16, U32]),
    io:format("~w~n", [[Text =:= L || L <- [[C || <<C/utf8>> <= U8], [C || <<C/utf16>> <= U16], [C || <<C/utf16-little>> <= L16],
        [C || <<C/utf32-little>> <= U32]]]]),
    <<_/utf8, E/utf8, Rest/binary>> = U8,
    <<_/utf16, F/utf16, _/binary>> = U16,
    io:format("~w ~w ~w~n", [E, F, byte_size(Rest)]),
    Invalid = [<<255>>, <<16#C0, 16#80>>, <<16#E2, 16#82>>, <<16#ED, 16#A0, 16#80>>, <<16#F4, 16#90, 16#80, 16#80>>, <<16#80>>],
    io:format("~w~n", [[case B of <<C/utf8, _/bits>> -> C; _ -> bad end || B <- Invalid]]),
    io:format("~w~n", [case id(<<16#D8, 0, 0, 65>>) of <<C/utf16, _/bits>> -> C; _ -> bad end]),
    io:format("~w~n", [case id(<<0, 17, 0, 0>>) of <<D/utf32, _/bits>> -> D; _ -> bad end]),
    io:format("~w~n", [[try <<(id(C))/utf8>> catch error:R -> R end || C <- [16#D800, 16#110000, -1, a]]]),
    io:format("~w~n", [<<"aé€"/utf8, "λ"/utf16>>]),
    ok.

id(X) -> X.
