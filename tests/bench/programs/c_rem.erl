%% Comprehensions with rem and div: pairs, filters, sums of digits.
-module(c_rem).
-ifndef(SIZE).
-define(SIZE, 3900).
-endif.
-define(SMALL, 2).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    Pairs = [{X, Y} || X <- lists:seq(1, 120), X rem 3 =:= N rem 3, Y <- lists:seq(X, 120), (X * Y) rem 7 =:= 1],
    Digits = lists:sum([digits(X * Y) || {X, Y} <- Pairs]),
    loop(N - 1, (Sum + length(Pairs) + Digits) band 16#ffffff).

digits(0) -> 0;
digits(X) -> X rem 10 + digits(X div 10).
