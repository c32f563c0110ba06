%% shows arithmetic whose operands the code itself bounds: masks, bytes, lengths, comparisons, at the ends of small integers, and with values that are no integers
-module(known_bounds).
-export([main/0]).

main() ->
    Values = [0, 1, -1, 2, 7, -8, 255, 256, -256, 16#FFFFFF, (1 bsl 58) - 1, 1 bsl 58, -(1 bsl 58), (1 bsl 59) - 1, 1 bsl 59,
              -(1 bsl 59), -(1 bsl 59) - 1, (1 bsl 60) - 1, 1 bsl 64, -(1 bsl 64), (1 bsl 90) + 5, 1.5, -0.0, atom, [1], <<1, 2>>, {3}],
    Funs = [{masked, fun masked/2}, {both_masked, fun both_masked/2}, {products, fun products/2}, {remainders, fun remainders/2},
            {quotients, fun quotients/2}, {shifted, fun shifted/2}, {guarded, fun guarded/2}, {one_of, fun one_of/2},
            {bytes, fun bytes/2}, {sizes, fun sizes/2}, {joined, fun joined/2}, {looked_up, fun looked_up/2}, {frame, fun frame/2},
            {negated, fun negated/2}, {least, fun least/2}],
    [show(Name, Fun, Values) || {Name, Fun} <- Funs],
    ok.

show(Name, Fun, Values) ->
    Results = [result(Fun, A, B) || A <- Values, B <- Values],
    %% Several times, so that the function is compiled.
    [Results = [result(Fun, A, B) || A <- Values, B <- Values] || _ <- [1, 2, 3]],
    io:format("~w: ~w ~w~n", [Name, erlang:phash2(Results), lists:sublist([R || R <- Results, is_tuple(R) orelse is_integer(R)], 12)]).

result(Fun, A, B) ->
    try Fun(A, B) catch Class:Reason -> {Class, Reason} end.

masked(A, B) ->
    X = A band 255,
    Y = B band 16#7ffffffffffffff,
    {X + 1, X - 256, Y + 1, Y - 1, Y + X, X * Y, X bor Y, X bxor Y, bnot Y}.

both_masked(A, B) ->
    X = (A bxor B) band 16#3ffffffffffffff,
    Y = (A + B) band 16#3ffffffffffffff,
    Z = X + Y,
    {Z, Z + 1, Z + X, Z bsr 3, Z band 7, -Z, Z bsl 1}.

products(A, B) ->
    X = A band 16#3fffffff,
    Y = B band 16#1fffffff,
    {X * Y, X * X, Y * Y, (X * Y) * 2, (X * Y + 1) band 16#ffffffff, X * -Y}.

remainders(A, B) ->
    X = A rem 1000,
    Y = B rem -7,
    {X, Y, X + Y, X - Y, X * Y, abs(X), X rem 3, (X + 999) rem 10}.

quotients(A, B) ->
    X = (A band 16#fffff) - 16#7ffff,
    Y = (B band 15) + 1,
    {X div Y, X rem Y, X div 3, X rem 3, X div -1, (X div Y) + 1}.

shifted(A, B) ->
    X = (A band 255) - 128,
    Y = B band 31,
    {X bsl Y, X bsr Y, X bsl 51, X bsl 52, X bsr 70, (X bsl 40) bsr 40, X bsl -2, X bsr -50}.

guarded(A, B) when is_integer(A), A >= -100, A < 100, is_integer(B), 0 =< B, B =< 16#7ffffffffffffff -> {A + B, A - B, A * B, A bxor B};
guarded(A, B) when is_integer(A), A > 16#7fffffffffffffe -> {big, A + 1, A - 1, B};
guarded(A, B) when A < 5, B > A -> {any, A, B};
guarded(A, B) -> {other, A, B}.

one_of(A, B) when A =:= 3; A =:= 7 -> {A + 1, A * 2, B};
one_of(256, B) when B =:= 16#7ffffffffffffff -> {B + 1, B + B};
one_of(A, A) -> same;
one_of(A, _) -> A.

bytes(A, B) ->
    <<X:8, Y:16/signed, Z:58, V:58/signed, W:59, U:3/signed, R/bitstring>> = <<A:64, B:64, (A bxor B):74>>,
    {X + 1, Y + 32768, Y - 32768, Z + Z, V - V, V + V, W + 1, W + W, U * U, -U, bit_size(R) + 1, X * Y, Z bsl 1}.

sizes(A, B) ->
    {try byte_size(A) + 1 catch _:_ -> no end, try tuple_size(A) - 1 catch _:_ -> no end, try length(B) * 2 catch _:_ -> no end,
     try bit_size(B) bsl 2 catch _:_ -> no end}.

joined(A, B) ->
    X = case A of
            0 -> 5;
            1 -> 16#7ffffffffffffff;
            -1 -> -16#800000000000000;
            _ when is_integer(A) -> A band 3;
            _ -> 2.5
        end,
    {X + 1, X - 1, X * 2, -X, B}.

looked_up(A, B) ->
    I = (A band 3) + 1,
    X = element(I, {1, -5, 16#7ffffffffffffff, -16#800000000000000}),
    Y = element(I, {1, 2, three, 4}),
    {X + 1, X - 1, X * 3, -X, Y, B}.

frame(A, B) ->
    X = A band 16#fff,
    Y = B band 16#7ffffffffffffff,
    P = id(X) + Y,
    Q = id(Y) + X,
    {X + Y, P, Q, P - Q, X * 2, Y + 1}.

negated(A, B) ->
    X = -(A band 16#7ffffffffffffff),
    Y = X - (B band 1),
    {X, Y, Y - 1, -Y, bnot Y, abs(Y), bnot X}.

least(A, B) ->
    X = min(A band 255, B band 65535),
    Y = max(A band 16#7ffffffffffffff, B band 3),
    {X + Y, Y + 1, X - Y, min(X, A), max(Y, B)}.

id(X) -> X.
