%% shows that tail calls leave no frame in the stack trace, and calls in the last but one place do
-module(stack_tail_calls).
-export([main/0]).
-include("stack.hrl").

main() ->
    try a(1), ok catch _:_:S -> io:format("~w~n", [frames(S)]) end,
    try b(1), ok catch _:_:S2 -> io:format("~w~n", [frames(S2)]) end,
    try loop(10), ok catch _:_:S3 -> io:format("~w~n", [frames(S3)]) end,
    try c(1), ok catch _:_:S4 -> io:format("~w~n", [frames(S4)]) end,
    ok.

a(X) -> a2(X).
a2(X) -> a3(X).
a3(X) -> error({a3, X}).

b(X) -> R = b2(X), R.
b2(X) -> {b3(X)}.
b3(X) -> [error({b3, X})].

loop(0) -> exit(end_of_loop);
loop(N) -> loop(N - 1).

c(X) -> Y = a(X), {Y}.
