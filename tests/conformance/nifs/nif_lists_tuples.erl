%% shows lists and tuples taken apart and made by C code
-module(nif_lists_tuples).
-export([main/0]).

main() ->
    [io:format("~0p: ~0p~n", [T, nif_terms:lists(T)]) || T <- [[], [1], [1, 2, 3], [1 | 2], [1, 2 | c], {1}, a]],
    [io:format("~0p: ~0p~n", [T, nif_terms:tuples(T)]) || T <- [{}, {1}, {a, {b}, "c"}, [1], a]].
