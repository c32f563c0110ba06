%% shows the total order of terms across types: number < atom < reference < fun < port < pid < tuple < map < list < bitstring
-module(term_order).
-export([main/0]).

main() ->
    F = fun(X) -> X end,
    Named = [{1, int}, {1.5, float}, {abc, atom}, {make_ref(), ref}, {F, 'fun'}, {self(), pid},
             {{a}, tuple}, {#{}, map}, {[], nil}, {[a], cons}, {<<"a">>, binary}, {<<1:1>>, bits}],
    Shuffled = [lists:nth(N, Named) || N <- [7, 3, 12, 1, 9, 5, 11, 2, 10, 4, 8, 6]],
    io:format("~w~n", [[Name || {_, Name} <- lists:sort(Shuffled)]]),
    [io:format("~w < ~w: ~w~n", [NA, NB, A < B]) || {A, NA} <- Named, {B, NB} <- [{abc, atom}, {{a}, tuple}]],
    ok.
