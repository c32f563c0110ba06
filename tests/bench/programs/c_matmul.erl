%% Products of matrices of integers as lists of lists.
-module(c_matmul).
-ifndef(SIZE).
-define(SIZE, 480).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    A = [[(X * Y) rem 17 || X <- lists:seq(1, 40)] || Y <- lists:seq(1, 40)],
    loop(N, A, A).

loop(0, _, B) -> lists:sum([lists:sum(R) || R <- B]);
loop(N, A, B) -> loop(N - 1, A, [[X rem 1000 || X <- R] || R <- times(A, transpose(B))]).

times(A, Columns) -> [[dot(Row, Column, 0) || Column <- Columns] || Row <- A].

dot([X | A], [Y | B], Sum) -> dot(A, B, Sum + X * Y);
dot([], [], Sum) -> Sum.

transpose([[] | _]) -> [];
transpose(Rows) -> [[hd(R) || R <- Rows] | transpose([tl(R) || R <- Rows])].
