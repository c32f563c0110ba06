%% shows atoms and strings in buffers of C code that have room for them or not
-module(nif_text).
-export([main/0]).

main() ->
    [io:format("~0p ~p: ~0p~n", [T, Size, nif_terms:text(T, Size)])
     || T <- [abc, '', 'h\x{e4}', 'h\x{3b1}', "abc", "", "\x{e4}\x{e4}", [16#3b1], [a], [$a | $b], 7, <<"abc">>],
        Size <- [0, 1, 3, 4, 100]],
    io:format("~0p~n", [[nif_terms:existing("main"), nif_terms:existing("never " "seen")]]),
    [io:format("~p~n", [try length(atom_to_list(nif_terms:long_atom(N))) catch C:R -> {C, R} end]) || N <- [0, 255, 256]].
