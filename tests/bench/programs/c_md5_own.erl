%% MD5 written in Erlang: 32-bit additions and rotations.
-module(c_md5_own).
-ifndef(SIZE).
-define(SIZE, 6900).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    K = list_to_tuple([trunc(abs(math:sin(I)) * 4294967296) || I <- lists:seq(1, 64)]),
    S = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21},
    Blocks = [list_to_tuple([(X * Y * 2654435761) band 16#ffffffff || Y <- lists:seq(1, 16)]) || X <- lists:seq(1, 20)],
    loop(N, K, S, Blocks, {16#67452301, 16#efcdab89, 16#98badcfe, 16#10325476}).

loop(0, _, _, _, State) -> State;
loop(N, K, S, Blocks, State) ->
    loop(N - 1, K, S, Blocks, lists:foldl(fun(B, {A, B1, C, D}) -> block(0, A, B1, C, D, B, K, S) end, State, Blocks)).

block(64, A, B, C, D, _, _, _) -> {A, B, C, D};
block(I, A, B, C, D, M, K, S) ->
    {F, G} = case I bsr 4 of
        0 -> {(B band C) bor (bnot B band D), I};
        1 -> {(D band B) bor (bnot D band C), (5 * I + 1) band 15};
        2 -> {B bxor C bxor D, (3 * I + 5) band 15};
        3 -> {C bxor (B bor (bnot D band 16#ffffffff)), (7 * I) band 15}
    end,
    X = (A + F + element(I + 1, K) + element(G + 1, M)) band 16#ffffffff,
    R = element((I bsr 4) * 4 + (I band 3) + 1, S),
    block(I + 1, D, (B + ((X bsl R) bor (X bsr (32 - R)))) band 16#ffffffff, B, C, M, K, S).
