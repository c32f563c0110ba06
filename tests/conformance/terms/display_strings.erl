%% shows erlang:display/1 of text: control characters, characters above ASCII in strings and atoms, quotes
-module(display_strings).
-export([main/0]).

main() ->
    [erlang:display(T) || T <- ["a\vb", "a\fb", "a\tb\r\n", "\e", [229, $A], [160], [127], "a\\b\"", 'å', 'a@b', '', 'ab\tc', 'a\e\d\x{90}', <<"a\"b\\">>, <<229>>,
        'x\x{400}', 'Å', [8], [128], "plain", [$a | b], {"å", [255, 256]}]],
    Shown = [[$a, 229], 'å', [11], {a, "text", <<"bin">>}],
    io:format("~w~n", [[erts_internal:term_to_string(T, Most) || T <- Shown, Most <- [undefined, 2, 4, 100]]]),
    io:format("~p~n", [[try erts_internal:term_to_string(a, Most) catch error:R -> R end || Most <- [0, 1, -1, 1.0, all, 1 bsl 40]]]).
