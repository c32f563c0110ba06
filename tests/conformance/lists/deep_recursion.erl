%% shows body recursion a million deep, building and taking apart long lists
%% skip: gc each collection copies a stack of 300,000 frames
-module(deep_recursion).
-export([main/0]).

main() ->
    L = build(300000),
    io:format("~w ~w~n", [length(L), sum(L)]),
    io:format("~w~n", [sum(double(L))]),
    io:format("~w~n", [sum(lists:append([L, L, L]))]),
    io:format("~w~n", [hd(lists:reverse(L))]),
    io:format("~w~n", [lists:foldr(fun(X, Acc) -> X - Acc end, 0, L)]),
    ok.

build(0) -> [];
build(N) -> [N | build(N - 1)].

sum([]) -> 0;
sum([X | Rest]) -> X + sum(Rest).

double([]) -> [];
double([X | Rest]) -> [X, X | double(Rest)].
