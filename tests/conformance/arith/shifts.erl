%% shows bsl and bsr: negative counts, big shifts of zero, sign-preserving right shifts, system_limit
-module(shifts).
-export([main/0]).

main() ->
    Values = [1, -1, 5, -5, 0, 1 bsl 59, -(1 bsl 59), (1 bsl 64) + 1, -(1 bsl 64) - 1],
    [io:format("~w: ~w ~w~n", [A, [A bsl N || N <- [0, 1, 5, 60, 64, 70, -1, -70]], [A bsr N || N <- [0, 1, 5, 60, 64, 70, -1]]])
     || A <- Values],
    Huge = 1 bsl 80,
    io:format("~w ~w ~w ~w~n", [0 bsl Huge, 7 bsr Huge, -7 bsr Huge, 0 bsr -Huge]),
    io:format("~w ~w~n", [limit(fun() -> 1 bsl Huge end), limit(fun() -> 1 bsr -Huge end)]),
    io:format("~w~n", [limit(fun() -> 1 bsl id(1 bsl 50) end)]),
    ok.

limit(F) -> try F() catch error:R -> R end.

id(X) -> X.
