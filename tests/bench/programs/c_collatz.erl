%% Collatz chains: div and rem by two, multiplication.
-module(c_collatz).
-ifndef(SIZE).
-define(SIZE, 340000).
-endif.
-define(SMALL, 20).
-include("bench.hrl").

run(N) -> loop(N, 0, 0).

loop(0, Best, At) -> {Best, At};
loop(N, Best, At) ->
    case chain(N, 1) of
        Length when Length > Best -> loop(N - 1, Length, N);
        _ -> loop(N - 1, Best, At)
    end.

chain(1, Length) -> Length;
chain(X, Length) when X rem 2 =:= 0 -> chain(X div 2, Length + 1);
chain(X, Length) -> chain(3 * X + 1, Length + 1).
