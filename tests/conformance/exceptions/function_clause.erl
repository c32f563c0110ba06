%% shows function_clause: the arguments in the first frame, for named functions and funs
-module(function_clause).
-export([main/0]).
-include("stack.hrl").

main() ->
    try f(c, [1]) catch error:R:S -> io:format("~w ~w~n", [R, frames(S)]) end,
    try h(5), ok catch error:R2:S2 -> io:format("~w ~w~n", [R2, frames(S2)]) end,
    X = id(free),
    F = fun(1, _) -> X; (2, a) -> two end,
    try F(3, b), ok catch error:R3:S3 -> io:format("~w ~w~n", [R3, frames(S3)]) end,
    try lists:map(fun(1) -> ok end, [1, 2]) catch error:R4:S4 -> io:format("~w ~w~n", [R4, hd(frames(S4))]) end,
    try lists:nth(3, [a]) catch error:R5:_ -> io:format("~w~n", [R5]) end,
    ok.

f(a, _) -> 1;
f(b, [_, _]) -> 2.

h(N) when N < 0 -> {h(N + 1)};
h(N) when N > 100 -> N;
h(N) when N > 3 -> {h(N - 1)}.

id(X) -> X.
