%% Fast Fourier transform on lists of complex numbers.
-module(c_fft).
-ifndef(SIZE).
-define(SIZE, 71).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, [{float(X * X rem 31), 0.0} || X <- lists:seq(1, 2048)], 0).

loop(0, _, Sum) -> Sum;
loop(N, Data, Sum) ->
    [{Re, Im} | _] = lists:nthtail(N, fft(Data, 2048)),
    loop(N - 1, Data, (Sum + round(abs(Re) * 1000) + round(abs(Im) * 1000)) band 16#ffffff).

fft([X], 1) -> [X];
fft(Data, N) ->
    {Even, Odd} = split(Data),
    E = fft(Even, N div 2),
    O = fft(Odd, N div 2),
    {A, B} = join(E, O, 0, -2 * math:pi() / N),
    A ++ B.

split([X, Y | Rest]) -> {E, O} = split(Rest), {[X | E], [Y | O]};
split([]) -> {[], []}.

join([{ER, EI} | E], [{OR, OI} | O], K, Angle) ->
    C = math:cos(K * Angle), S = math:sin(K * Angle),
    TR = C * OR - S * OI, TI = S * OR + C * OI,
    {A, B} = join(E, O, K + 1, Angle),
    {[{ER + TR, EI + TI} | A], [{ER - TR, EI - TI} | B]};
join([], [], _, _) -> {[], []}.
