%% shows since when a table is fixed, by the program's own clocks
-module(ets_fixed_clock).
-export([main/0]).

main() ->
    [io:format("~p ~p~n", [Type, fixed(Type)]) || Type <- [set, bag, duplicate_bag, ordered_set]].

fixed(Type) ->
    Table = ets:new(t, [Type]),
    Monotonic = erlang:monotonic_time(),
    System = erlang:timestamp(),
    true = ets:safe_fixtable(Table, true),
    {Since, [{Self, 1}]} = ets:info(Table, safe_fixed_monotonic_time),
    {SinceSystem, [{Self, 1}]} = ets:info(Table, safe_fixed),
    {Self =:= self(), Monotonic =< Since, Since =< erlang:monotonic_time(),
     timer:now_diff(SinceSystem, System) >= 0, timer:now_diff(erlang:timestamp(), SinceSystem) >= 0}.
