%% Floats: integration, Newton's method, a random walk.
-module(c_floats).
-ifndef(SIZE).
-define(SIZE, 560000).
-endif.
-define(SMALL, 10).
-include("bench.hrl").

run(N) ->
    A = integrate(0, N, 3.0 / N, 0.0),
    B = newton(N, 0.0),
    C = walk(N, 1, 0.0, 0.0),
    {round(A * 1000), round(B * 1000), round(C * 1000)}.

integrate(N, N, _, Sum) -> Sum;
integrate(I, N, H, Sum) ->
    X = I * H,
    integrate(I + 1, N, H, Sum + H * (math:exp(-X) * X * X + 1 / (1 + X))).

newton(0, Sum) -> Sum;
newton(N, Sum) -> newton(N - 1, Sum + root(float(N), 1.0, 8) / 1000).

root(_, X, 0) -> X;
root(A, X, K) -> root(A, (X + A / X) / 2, K - 1).

walk(0, _, X, Y) -> X * X + Y * Y;
walk(N, Seed, X, Y) ->
    Next = (Seed * 16807) rem 2147483647,
    Angle = Next / 2147483647 * 2 * math:pi(),
    walk(N - 1, Next, X + math:cos(Angle), Y + math:sin(Angle)).
