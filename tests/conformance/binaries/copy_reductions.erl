%% shows that copying much into a new binary costs reductions: one for each KiB
-module(copy_reductions).
-export([main/0]).

main() ->
    Large = <<0:(2000 * 1024)/unit:8>>,
    [io:format("~w ~w~n", [Least, cost(Make) >= Least])
     || {Least, Make} <- [{2000, fun() -> <<0:8, Large/binary>> end},
                          {4000, fun() -> <<0:8, Large/binary, Large/binary>> end},
                          {1000, fun() -> <<0:8, Large:(1000 * 1024)/binary>> end},
                          {2000, fun() -> <<0:1, Large/bits>> end},
                          {2500, fun() -> <<Large/binary, Large:(2000 * 1024)/binary>> end}]],
    io:format("small ~w~n", [cost(fun() -> <<0:8, (binary:part(Large, 0, 100))/binary>> end) < 100]).

cost(Make) ->
    receive after 1 -> ok end,
    {reductions, Before} = process_info(self(), reductions),
    _ = Make(),
    {reductions, After} = process_info(self(), reductions),
    After - Before.
