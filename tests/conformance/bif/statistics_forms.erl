%% shows the items of statistics/1, by their form
-module(statistics_forms).
-include("../support/edge.hrl").

main() ->
    Schedulers = erlang:system_info(schedulers),
    [?T({Item, length(statistics(Item)) - Schedulers, are_counts(statistics(Item))})
     || Item <- [run_queue_lengths, run_queue_lengths_all, active_tasks, active_tasks_all]],
    [?T({Item, are_counts([statistics(Item)])})
     || Item <- [run_queue, total_run_queue_lengths, total_run_queue_lengths_all, total_active_tasks, total_active_tasks_all]],
    ?T(statistics(total_active_tasks) > 0),
    [?T({Item, tuple_size(statistics(Item))})
     || Item <- [reductions, exact_reductions, runtime, wall_clock, context_switches]],
    collections(),
    traffic(),
    microstates(),
    ?T(statistics(nothing)),
    ?T(statistics("x")),
    ?T(statistics({a, b})),
    ?T(erlang:system_info(modified_timing_level)).

are_counts(List) -> lists:all(fun(Count) -> is_integer(Count) andalso Count >= 0 end, List).

collections() ->
    {Before, Words, 0} = statistics(garbage_collection),
    erlang:garbage_collect(),
    _ = lists:seq(1, 20000),
    erlang:garbage_collect(),
    {After, WordsAfter, 0} = statistics(garbage_collection),
    ?T({After - Before >= 2, WordsAfter > Words}).

traffic() ->
    {{input, In}, {output, Out}} = statistics(io),
    Port = open_port({spawn, "cat"}, []),
    Port ! {self(), {command, "0123456789"}},
    receive {Port, {data, _}} -> ok end,
    {{input, InAfter}, {output, OutAfter}} = statistics(io),
    ?T({InAfter - In >= 10, OutAfter - Out >= 10}).

microstates() ->
    Counted = fun() -> lists:sum([Count || #{type := scheduler, counters := #{emulator := Count}}
                                           <- statistics(microstate_accounting)]) end,
    ?T(Counted()),
    [?T({Value, erlang:system_flag(microstate_accounting, Value)}) || Value <- [false, true, true]],
    _ = [lists:seq(1, 100) || _ <- lists:seq(1, 100)],
    ?T(Counted() > 0),
    ?T([lists:sort(maps:keys(Map)) || #{id := 1, type := scheduler} = Map <- statistics(microstate_accounting)]),
    ?T([lists:sort(maps:keys(Counters)) || #{id := 1, type := scheduler, counters := Counters} <- statistics(microstate_accounting)]),
    [?T({Value, erlang:system_flag(microstate_accounting, Value)}) || Value <- [false, reset, false]],
    ?T(Counted()),
    ?T(erlang:system_flag(microstate_accounting, other)).
