%% tak and ackermann.
-module(c_tak).
-ifndef(SIZE).
-define(SIZE, 250).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) -> loop(N - 1, Sum + tak(18, 12, 6) + ackermann(2, 300)).

tak(X, Y, Z) when Y < X -> tak(tak(X - 1, Y, Z), tak(Y - 1, Z, X), tak(Z - 1, X, Y));
tak(_, _, Z) -> Z.

ackermann(0, N) -> N + 1;
ackermann(M, 0) -> ackermann(M - 1, 1);
ackermann(M, N) -> ackermann(M - 1, ackermann(M, N - 1)).
