%% shows how tuples compare by size first, lists element by element, and bitstrings by content then length
-module(tuple_list_order).
-export([main/0]).

main() ->
    Tuples = [{b}, {a, a}, {}, {a, b}, {z, z, z}, {a}, {1, 2}, {1.0, 3}],
    Lists = [[b], [a, a], [], [a], [a | b], [a, b], [a | []], [1, 2, 3], [1.0], "abc", "ab"],
    Bits = [<<"b">>, <<"ab">>, <<>>, <<"a">>, <<1:1>>, <<0:1>>, <<255>>, <<127:7>>, <<"abc">>, <<16#61:7>>],
    io:format("~w~n~w~n~w~n", [lists:sort(Tuples), lists:sort(Lists), lists:sort(Bits)]),
    io:format("~w ~w ~w~n", [[a | b] < [a, b], [a] < [a | b], {[], a} < {a, []}]),
    ok.
