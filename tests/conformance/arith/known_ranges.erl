%% Sums, products and comparisons of integers whose ranges a compiler can know, at the ends of the ranges and of small integers.
-module(known_ranges).
-export([main/0]).

-define(MAX, 16#7ffffffffffffff).

main() ->
    Numbers = [-(1 bsl 80), -(1 bsl 59) - 1, -(1 bsl 59), -(1 bsl 58), -257, -256, -1, 0, 1, 255, 256, 1 bsl 31, 1 bsl 58, ?MAX, ?MAX + 1, 1 bsl 80],
    Once = [run(N, M) || N <- Numbers, M <- Numbers],
    %% Again when it may have been compiled.
    [Once = [run(N, M) || N <- Numbers, M <- Numbers] || _ <- lists:seq(1, 3)],
    [io:format("~w~n", [Line]) || Line <- sums(Once)],
    io:format("~w~n", [[bytes(<<Byte, Rest/binary>>, 0) || {Byte, Rest} <- [{0, <<>>}, {255, <<255, 255, 255>>}, {128, <<127, 1>>}]]]),
    io:format("~w ~w~n", [lengths([[], [a], "abc"], 0), loop(1000, ?MAX - 500)]),
    io:format("~w~n", [[kind(X) || X <- [0, ?MAX, ?MAX + 1, a, [], [a], {}, {a}, 1.0, #{}, <<>>, self]]]).

%% Results in columns, so that a wrong one shows where it is.
sums(Rows) -> [lists:sum([element(I, Row) || Row <- Rows]) || I <- lists:seq(1, tuple_size(hd(Rows)))].

run(N, M) ->
    {masked(N, M), wide(N, M), product(N, M), difference(N, M), bounded(N, M), shifted(N, M), order(N, M), negated(N), divided(N, M)}.

masked(N, M) -> (N band 16#ffff) + (M band 16#ffff).
%% The sum of two that fit is one that may not.
wide(N, M) -> (N band ?MAX) + (M band ?MAX).
product(N, M) -> (N band 16#3fffffff) * (M band 16#7fffffff).
difference(N, M) -> (N band 16#ffffff) - (M band ?MAX).
bounded(N, M) when is_integer(N), N >= -256, N =< 255, is_integer(M), M >= -(1 bsl 59), M =< 0 -> N + M - 255;
bounded(N, _) when is_integer(N), -(1 bsl 59) =< N, N =< -1 -> N - 1;
bounded(_, M) when is_integer(M), M > 16#7fffffffffffff0, M < 1 bsl 59 -> M + 1;
bounded(_, _) -> 0.
shifted(N, M) -> ((N band 16#ff) bsl (M band 63)) - ((N band 16#ffffffff) bsr (M band 15)).
order(N, M) ->
    A = N band 16#fff, B = M band 16#fff,
    if A < B -> 1; A =:= B -> 2; A >= B -> 3 end.
negated(N) -> -(N band ?MAX) + (bnot (N band 255)).
divided(N, M) -> (N band 16#ffffff) div ((M band 255) + 1) + (N band ?MAX) rem ((M band 15) + 1).

bytes(<<Byte, Rest/binary>>, Sum) -> bytes(Rest, (Sum * 31 + Byte) band 16#ffffffff);
bytes(<<>>, Sum) -> Sum.

lengths([List | Rest], Sum) -> lengths(Rest, Sum + length(List));
lengths([], Sum) -> Sum.

loop(0, Sum) -> Sum;
loop(N, Sum) -> loop(N - 1, Sum + (N band 1)).

kind(X) when is_integer(X) -> if X =< ?MAX -> small; true -> big end;
kind(X) when is_atom(X); X =:= [] -> case X of [] -> nil; a -> a; _ -> atom end;
kind(X) when is_tuple(X); is_list(X) -> case X of {} -> empty; {_} -> tuple; [_ | _] -> list end;
kind(X) -> {other, X == 1, is_map(X)}.
