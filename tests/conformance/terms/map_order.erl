%% shows how maps compare: by size, then by sorted keys (integers before floats), then by values
-module(map_order).
-export([main/0]).

main() ->
    Maps = [#{b => 1}, #{a => 2}, #{}, #{a => 1, b => 1}, #{a => 1}, #{1 => a}, #{1.0 => a}, #{2 => a},
            #{a => 1.0}, #{c => 0, b => 9}, #{{x} => 1}, #{b => 1, a => 0}],
    [io:format("~w~n", [lists:sort(maps:to_list(M))]) || M <- lists:sort(Maps)],
    io:format("~w ~w ~w~n", [#{1 => a} < #{1.0 => a}, #{1.0 => a} < #{2 => a}, #{a => 1} == #{a => 1.0}]),
    Large = maps:from_list([{N, N} || N <- lists:seq(1, 40)]),
    io:format("~w ~w ~w~n", [Large < Large#{40 := 41}, Large < maps:remove(1, Large), Large =:= maps:from_list(
        [{N, N} || N <- lists:seq(40, 1, -1)])]),
    ok.
