%% shows erlang:statistics items that are numbers, and those that are none
-module(statistics_items).
-include("../support/edge.hrl").

main() ->
    ?T([is_integer(N) || N <- tuple_to_list(erlang:statistics(reductions))]),
    ?T([is_integer(N) || N <- tuple_to_list(erlang:statistics(runtime))]),
    ?T([is_integer(N) || N <- tuple_to_list(erlang:statistics(wall_clock))]),
    ?T([element(1, T) || T <- tuple_to_list(erlang:statistics(io))]),
    ?T(tuple_size(erlang:statistics(garbage_collection))),
    ?T(element(3, erlang:statistics(garbage_collection))),
    ?T(is_integer(erlang:statistics(context_switches)) orelse tuple_size(erlang:statistics(context_switches))),
    ?T(is_integer(erlang:statistics(run_queue))),
    ?T(is_integer(erlang:statistics(total_active_tasks))),
    ?T(erlang:statistics(scheduler_wall_time)),
    ?T(erlang:statistics(bad)),
    ?T(erlang:statistics(1)),
    ?T(erlang:statistics({a, b})),
    ?T(element(1, erlang:statistics(exact_reductions)) > 0),
    ?T(erlang:memory(total) > 0),
    ?T(erlang:memory(bad)),
    ?T(erlang:memory([total, bad])),
    ?T([K || {K, V} <- erlang:memory([atom, processes]), V > 0]),
    ?T(erlang:memory([])),
    ok.
