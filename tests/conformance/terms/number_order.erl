%% shows comparison of integers and floats: exact and numeric equality, bignums beside floats, the 2^53 edge
-module(number_order).
-export([main/0]).

main() ->
    Pairs = [{1, 1.0}, {0, -0.0}, {0.0, -0.0}, {1 bsl 53, 9007199254740992.0}, {(1 bsl 53) + 1, 9007199254740992.0},
             {(1 bsl 53) + 1, 9007199254740994.0}, {1 bsl 70, 1180591620717411303424.0}, {(1 bsl 70) + 1, 1180591620717411303424.0},
             {-(1 bsl 70), -1.0e30}, {1 bsl 2000, 1.0e308}, {-(1 bsl 2000), -1.0e308}, {1 bsl 59, (1 bsl 59) - 1},
             {1 bsl 60, 1 bsl 59}, {-(1 bsl 59), -(1 bsl 60)}, {3.0, 3}, {1.0e22, 10000000000000000000000}],
    [io:format("~w ~w: ~w ~w ~w ~w ~w~n", [A, B, A == B, A =:= B, A < B, A =< B, A > B]) || {A, B} <- Pairs],
    io:format("~w~n", [lists:sort([3, 2.5, 1 bsl 64, -1.0, -(1 bsl 64), 1.0e30, 2, 2.0, 0])]),
    ok.
