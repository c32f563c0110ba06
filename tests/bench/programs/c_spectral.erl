%% Spectral norm of the benchmarks game: floats in lists.
-module(c_spectral).
-ifndef(SIZE).
-define(SIZE, 711).
-endif.
-define(SMALL, 6).
-include("bench.hrl").

run(N) ->
    U = lists:duplicate(N, 1.0),
    {U2, V} = power(8, N, U, U),
    round(math:sqrt(dot(U2, V) / dot(V, V)) * 1000000).

power(0, _, U, V) -> {U, V};
power(K, N, U, _) ->
    V = times(N, U),
    power(K - 1, N, times(N, V), V).

times(N, U) ->
    V = [row(I, 0, U, 0.0) || I <- lists:seq(0, N - 1)],
    [column(I, 0, V, 0.0) || I <- lists:seq(0, N - 1)].

row(_, _, [], Sum) -> Sum;
row(I, J, [X | Rest], Sum) -> row(I, J + 1, Rest, Sum + X / ((I + J) * (I + J + 1) div 2 + I + 1)).

column(_, _, [], Sum) -> Sum;
column(I, J, [X | Rest], Sum) -> column(I, J + 1, Rest, Sum + X / ((J + I) * (J + I + 1) div 2 + J + 1)).

dot([X | A], [Y | B]) -> X * Y + dot(A, B);
dot([], []) -> 0.0.
