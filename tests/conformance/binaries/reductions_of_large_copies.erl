%% shows that building a large binary takes reductions for what it copies
-module(reductions_of_large_copies).
-export([main/0]).

main() ->
    Part = <<0:(2000 * 1024)/unit:8>>,
    [io:format("~p~n", [at_least(N, Fun)])
     || {N, Fun} <- [{2000, fun() -> <<0:8, Part/binary>> end},
                     {4000, fun() -> <<0:8, Part/binary, Part/binary>> end},
                     {1000, fun() -> <<0:8, Part:(1000 * 1024)/binary>> end},
                     {2500, fun() -> <<Part/binary, Part:(2000 * 1024)/binary>> end}]].

at_least(N, Fun) ->
    receive after 1 -> ok end,
    {reductions, Before} = process_info(self(), reductions),
    _ = Fun(),
    {reductions, After} = process_info(self(), reductions),
    After - Before >= N.
