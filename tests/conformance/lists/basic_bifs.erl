%% shows hd tl length ++ -- and their errors, also on improper lists
-module(basic_bifs).
-export([main/0]).

main() ->
    io:format("~w ~w ~w~n", [hd([1, 2]), tl([1, 2]), length([a, b, c])]),
    io:format("~w ~w ~w~n", [[1, 2] ++ [3], [] ++ x, [1] ++ [2 | 3]]),
    io:format("~w ~w ~w~n", [[1, 2, 3, 2, 1] -- [2, 1], [a, 1, 1.0] -- [1.0], [a] -- []]),
    Bad = [fun() -> hd([]) end, fun() -> tl([]) end, fun() -> hd(a) end, fun() -> length(a) end, fun() -> length([a | b]) end,
           fun() -> a ++ [] end, fun() -> [1 | 2] ++ [3] end, fun() -> [1] -- a end, fun() -> a -- [1] end, fun() -> [1 | 2] -- [1] end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    io:format("~w~n", [length(lists:seq(1, 100000) -- lists:seq(2, 100000, 2))]),
    ok.
