%% shows erlang:phash2/1 of lists, strings, tuples, binaries, bitstrings, maps and external funs
-module(phash2_compound).
-export([main/0]).

main() ->
    Terms = ["abc", [1, 2, 3], [a | b], [[]], [1000, 2000], lists:seq(1, 300), lists:duplicate(20, $x), {a}, {a, {b, [c]}},
             {1, 2, 3, 4, 5}, <<1>>, <<"hello world, this is longer">>, <<1:1>>, <<5:3>>, <<255, 1:7>>, #{a => 1},
             #{4 => 1, 5 => 2}, #{1 => x, 1.0 => y},
             fun lists:map/2, [0, 255, 256], {[], [[]], {}}, [1 bsl 70 | 1.5]],
    [io:format("~p ~w~n", [T, erlang:phash2(T)]) || T <- Terms],
    io:format("~w~n", [erlang:phash2(maps:from_list([{N, N} || N <- lists:seq(1, 50)]))]),
    io:format("~w~n", [catch_error(fun() -> erlang:phash2(a, 0) end)]),
    ok.

catch_error(F) -> try F() catch error:R -> R end.
