%% shows proplists
-module(proplists_functions).
-export([main/0]).

main() ->
    P = [a, {b, 1}, {c, x, y}, {b, 2}, "junk", {d, false}, {a, 3}],
    io:format("~w ~w ~w~n", [proplists:get_value(a, P), proplists:get_value(b, P), proplists:get_value(z, P, none)]),
    io:format("~w ~w~n", [proplists:get_bool(a, P), proplists:get_bool(d, P)]),
    io:format("~w ~w~n", [proplists:get_all_values(b, P), proplists:lookup(c, P)]),
    io:format("~w ~w~n", [lists:sort(proplists:get_keys(P)), proplists:is_defined(c, P)]),
    io:format("~w~n", [proplists:delete(b, P)]),
    io:format("~w~n", [proplists:compact([{x, true}, {y, 1}])]),
    io:format("~w~n", [proplists:unfold([x, {y, 1}])]),
    io:format("~w~n", [proplists:expand([{verbose, [{log, 5}, trace]}], [a, verbose, b])]),
    io:format("~w~n", [lists:sort(maps:to_list(proplists:to_map([a, {b, 1}, {b, 2}])))]),
    ok.
