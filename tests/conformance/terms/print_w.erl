%% shows ~w and ~W, ~P with depth limits
-module(print_w).
-export([main/0]).

main() ->
    io:format("~w ~w ~w~n", ["abc", <<"abc">>, 'needs quotes']),
    io:format("~w~n", [{[], [[]], {}, {{}}, #{}, <<>>, [a | b], "a\tb"}]),
    io:format("~W ~W ~W~n", [lists:seq(1, 20), 5, {a, b, {c, {d, {e}}}}, 4, #{a => #{b => #{c => d}}}, 3]),
    io:format("~P|~P~n", [lists:seq(1, 20), 5, {a, b, {c, {d, {e}}}}, 4]),
    io:format("~P~n", ["a string that is cut", 8]),
    io:format("~W~n", [<<1, 2, 3, 4, 5, 6, 7, 8>>, 4]),
    io:format("~w ~w~n", [-0.0, 1.0e300]),
    ok.
