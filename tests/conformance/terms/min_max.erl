%% shows min/2, max/2 and the comparison operators as functions, over mixed types
-module(min_max).
-export([main/0]).

main() ->
    All = [1, 1.0, a, {1}, [1], <<1>>, #{}],
    io:format("~w~n", [[{min(A, B), max(A, B)} || A <- All, B <- All]]),
    io:format("~w~n", [[apply(erlang, Op, [1, 1.0]) || Op <- ['==', '=:=', '/=', '=/=', '<', '>', '=<', '>=']]]),
    io:format("~w~n", [lists:foldl(fun erlang:max/2, 0, [3, z, {}, 5])]),
    ok.
