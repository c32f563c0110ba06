%% shows lists:foldl, foldr, mapfoldl, mapfoldr, foreach and funs that fail
-module(lists_folds).
-include("../support/edge.hrl").

main() ->
    ?T(lists:foldl(fun(X, A) -> [X | A] end, [], [1, 2, 3])),
    ?T(lists:foldr(fun(X, A) -> [X | A] end, [], [1, 2, 3])),
    ?T(lists:foldl(fun(X, A) -> X - A end, 0, [1, 2, 3])),
    ?T(lists:foldr(fun(X, A) -> X - A end, 0, [1, 2, 3])),
    ?T(lists:foldl(fun(X, A) -> X + A end, 0, [1 | 2])),
    ?T(lists:foldl(fun(X, A) -> X + A end, 0, [1, a])),
    ?T(lists:foldl(fun(X) -> X end, 0, [1])),
    ?T(lists:foldl(x, 0, [])),
    ?T(lists:foldl(x, 0, [1])),
    ?T(lists:mapfoldl(fun(X, S) -> {X * 2, S + X} end, 0, [1, 2, 3])),
    ?T(lists:mapfoldr(fun(X, S) -> {X * S, S + 1} end, 1, [1, 2, 3])),
    ?T(lists:mapfoldl(fun(X, _) -> X end, 0, [1])),
    ?T(lists:foreach(fun(X) -> io:format("~w,", [X]) end, [1, 2])),
    ?T(lists:foreach(fun(X) -> X end, [1 | x])),
    ?T(lists:foldl(fun(_, _) -> throw(early) end, 0, [1, 2])),
    ok.
