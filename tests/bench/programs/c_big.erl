%% Large integers: factorial, Fibonacci, modular powers, gcd, to text and back.
-module(c_big).
-ifndef(SIZE).
-define(SIZE, 1300).
-endif.
-define(SMALL, 1).
-include("bench.hrl").

run(N) -> loop(N, 0).

loop(0, Sum) -> Sum;
loop(N, Sum) ->
    F = factorial(400, 1),
    Fib = fib(1500, 0, 1),
    P = power(3, F rem 1000007 + 100000, (1 bsl 521) - 1, 1),
    G = gcd(F, Fib),
    T = list_to_integer(integer_to_list(P)) - P,
    loop(N - 1, (Sum + P rem 65537 + G rem 65537 + T) band 16#ffffff).

factorial(0, P) -> P;
factorial(N, P) -> factorial(N - 1, P * N).

fib(0, A, _) -> A;
fib(N, A, B) -> fib(N - 1, B, A + B).

power(_, 0, _, R) -> R;
power(B, E, M, R) when E band 1 =:= 1 -> power(B * B rem M, E bsr 1, M, R * B rem M);
power(B, E, M, R) -> power(B * B rem M, E bsr 1, M, R).

gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).
