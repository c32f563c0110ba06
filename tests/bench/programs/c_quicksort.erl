%% Quicksort and merge sort written out, on lists of integers and of atoms and strings.
-module(c_quicksort).
-ifndef(SIZE).
-define(SIZE, 170).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Ints = [X * 7919 rem 10007 || X <- lists:seq(1, 1500)],
    Names = [integer_to_list(X * 31 rem 1009) || X <- lists:seq(1, 600)],
    loop(N, Ints, Names, 0).

loop(0, _, _, Sum) -> Sum;
loop(N, Ints, Names, Sum) ->
    A = quick(Ints), B = merge(Ints), C = quick(Names), D = merge(Names),
    true = A =:= B, true = C =:= D,
    loop(N - 1, tl(Ints) ++ [hd(Ints)], Names, (Sum + lists:nth(7, A) + length(hd(C))) band 16#ffffff).

quick([P | Rest]) -> quick([X || X <- Rest, X < P]) ++ [P | quick([X || X <- Rest, X >= P])];
quick([]) -> [].

merge([_, _ | _] = L) ->
    {A, B} = lists:split(length(L) div 2, L),
    merge(merge(A), merge(B));
merge(L) -> L.

merge([X | A], [Y | _] = B) when X =< Y -> [X | merge(A, B)];
merge(A, [Y | B]) when A =/= [] -> [Y | merge(A, B)];
merge([], B) -> B;
merge(A, []) -> A.
