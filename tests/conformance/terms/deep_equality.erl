%% shows == and =:= through tuples, lists and maps, where only numbers differ in type
-module(deep_equality).
-export([main/0]).

main() ->
    Pairs = [{{1, [2, 3]}, {1.0, [2, 3]}}, {[1 | 2], [1 | 2.0]}, {#{a => 1}, #{a => 1.0}}, {#{1 => a}, #{1.0 => a}},
             {[{x, #{k => [1]}}], [{x, #{k => [1.0]}}]}, {<<1>>, <<1>>}, {<<1:7>>, <<1:8>>}, {"abc", [97, 98, 99]},
             {[], {}}, {[[]], []}, {{}, {{}}}],
    [io:format("~w ~w: ~w ~w ~w~n", [A, B, A == B, A =:= B, A /= B]) || {A, B} <- Pairs],
    Big = list_to_integer("123456789012345678901234567890"),
    Same = list_to_integer("123456789012345678901234567890"),
    io:format("~w ~w~n", [Big =:= Same, {Big} =:= {Same + 1}]),
    ok.
