%% A loop over the bytes of a binary by position, and one that builds a list.
-module(c_byte_loop).
-ifndef(SIZE).
-define(SIZE, 130).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Data = list_to_binary([X * 7 band 255 || X <- lists:seq(1, 30000)]),
    loop(N, Data, 0).

loop(0, _, Sum) -> Sum;
loop(N, Data, Sum) ->
    S1 = at(Data, byte_size(Data) - 1, 0),
    S2 = lists:foldl(fun(X, S) -> (S * 3 + X) band 16#ffff end, 0, binary_to_list(Data)),
    S3 = lists:sum([X || <<X>> <= Data, X > 100]),
    loop(N - 1, Data, (Sum + S1 + S2 + S3) band 16#ffffff).

at(_, -1, Sum) -> Sum;
at(Data, I, Sum) -> at(Data, I - 1, (Sum bxor binary:at(Data, I)) + I band 3).
