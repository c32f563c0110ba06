%% Reverse complement: a binary reversed and mapped, cut into lines.
-module(c_revcomp).
-ifndef(SIZE).
-define(SIZE, 890).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) ->
    Data = << <<(element(1 + (X * X + X bsr 3) band 3, {$A, $C, $G, $T}))>> || X <- lists:seq(1, 9000) >>,
    loop(N, Data, 0).

loop(0, _, Sum) -> Sum;
loop(N, Data, Sum) ->
    New = lists:foldl(fun(C, Acc) -> [other(C) | Acc] end, [], binary_to_list(Data)),
    Lines = lines(list_to_binary(New)),
    loop(N - 1, Data, (Sum + length(Lines) + iolist_size(Lines)) band 16#ffffff).

other($A) -> $T;
other($C) -> $G;
other($G) -> $C;
other($T) -> $A.

lines(<<Line:60/binary, Rest/binary>>) -> [Line, $\n | lines(Rest)];
lines(Rest) -> [Rest].
