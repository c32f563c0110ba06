%% Edit distance of two strings by rows of lists.
-module(c_levenshtein).
-ifndef(SIZE).
-define(SIZE, 260).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    A = [$a + X * X rem 26 || X <- lists:seq(1, 150)],
    B = [$a + X * X * X rem 26 || X <- lists:seq(1, 160)],
    loop(N, A, B, 0).

loop(0, _, _, Sum) -> Sum;
loop(N, A, B, Sum) -> loop(N - 1, tl(A) ++ [hd(A)], B, (Sum * 3 + distance(A, B)) band 16#ffffff).

distance(A, B) -> lists:last(lists:foldl(fun(C, Row) -> row(C, B, Row) end, lists:seq(0, length(B)), A)).

row(C, B, [Above | Row]) -> [Above + 1 | row(C, B, Above, Above + 1, Row)].

row(_, [], _, _, []) -> [];
row(C, [D | B], Diagonal, Left, [Above | Row]) ->
    Cost = if C =:= D -> Diagonal; true -> 1 + min(Diagonal, min(Left, Above)) end,
    [Cost | row(C, B, Above, Cost, Row)].
