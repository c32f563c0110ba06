%% FNV-1a hash of strings in 64 bits.
-module(c_fnv).
-ifndef(SIZE).
-define(SIZE, 2400).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) ->
    Words = [integer_to_binary(X * X) || X <- lists:seq(1, 300)],
    loop(N, Words, 0).

loop(0, _, Sum) -> Sum;
loop(N, Words, Sum) -> loop(N - 1, Words, lists:foldl(fun(W, S) -> S bxor hash(W, 14695981039346656037) end, Sum, Words)).

hash(<<Byte, Rest/binary>>, Hash) -> hash(Rest, ((Hash bxor Byte) * 1099511628211) band 16#ffffffffffffffff);
hash(<<>>, Hash) -> Hash.
