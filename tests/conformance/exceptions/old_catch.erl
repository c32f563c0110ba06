%% shows catch: values, nested catches, catch in arguments, the exit tuples and their stack
-module(old_catch).
-export([main/0]).
-include("stack.hrl").

main() ->
    io:format("~w ~w ~w~n", [catch 1, catch throw(t), catch exit(e)]),
    {'EXIT', {oops, S}} = (catch f(1)),
    io:format("~w~n", [frames(S)]),
    X = (catch {a, catch throw(inner), throw(outer)}),
    io:format("~w~n", [X]),
    io:format("~w~n", [[catch g(N) || N <- [1, 2, 3]]]),
    io:format("~w~n", [element(1, catch hd([]))]),
    Deep = deep(1000),
    io:format("~w~n", [Deep]),
    ok.

f(N) -> 1 + error(oops, [N]).

g(1) -> one;
g(2) -> throw(two);
g(3) -> exit(three).

deep(0) -> throw(bottom);
deep(N) -> case catch deep(N - 1) of bottom when N < 1000 -> throw(bottom); R -> {N, R} end.
