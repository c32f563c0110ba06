%% shows that erlang:yield/0 costs the reductions of a call, not those of a time slice
-module(yield_costs_little).
-export([main/0]).

main() ->
    {reductions, Before} = process_info(self(), reductions),
    yield(10),
    {reductions, After} = process_info(self(), reductions),
    io:format("~p~n", [After - Before < 200]).

yield(0) -> ok;
yield(N) -> true = erlang:yield(), yield(N - 1).
