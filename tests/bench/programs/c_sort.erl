%% lists: sort, usort, keysort, merge, with integers, tuples and a fun.
-module(c_sort).
-ifndef(SIZE).
-define(SIZE, 140).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    List = [X * 7919 rem 10007 || X <- lists:seq(1, 3000)],
    loop(N, List, 0).

loop(0, _, Sum) -> Sum;
loop(N, List, Sum) ->
    A = lists:sort(List),
    B = lists:usort([X rem 1000 || X <- List]),
    C = lists:keysort(2, [{X, -X} || X <- List]),
    D = lists:sort(fun(X, Y) -> X band 255 =< Y band 255 end, List),
    E = lists:merge(A, B),
    loop(N - 1, List, (Sum + hd(E) + length(B) + element(1, hd(C)) + hd(D)) band 16#ffffff).
