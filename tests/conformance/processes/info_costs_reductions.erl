%% shows which items of process_info/2 cost the process that they are about a reduction
%% skip: yield a time slice ends in the middle of each measurement
%% skip: sched as above
%% skip: delay as above
-module(info_costs_reductions).
-export([main/0]).

main() ->
    Process = spawn(fun() -> receive stop -> ok end end),
    wait(Process),
    Items = [registered_name, current_function, initial_call, status, messages, message_queue_len, links, monitors, monitored_by,
             dictionary, error_handler, heap_size, stack_size, memory, garbage_collection, group_leader, priority, trap_exit,
             total_heap_size, suspending, min_heap_size, min_bin_vheap_size, max_heap_size, current_location, current_stacktrace,
             message_queue_data, garbage_collection_info, magic_ref, fullsweep_after, parent, label, binary, catchlevel, backtrace,
             last_calls, sequential_trace_token, reductions, {dictionary, key}],
    [io:format("~p ~w~n", [Item, {cost(Process, Item), cost(Process, [Item, status])}]) || Item <- Items],
    io:format("several ~w~n", [cost(Process, [links, monitors, memory])]),
    io:format("none ~w~n", [cost(Process, [])]),
    Before = reductions(Process),
    _ = process_info(Process),
    io:format("all ~w~n", [reductions(Process) - Before]).

%% What two measurements agree on: the end of a time slice may come in between.
cost(Process, Items) ->
    case {measured(Process, Items), measured(Process, Items)} of
        {Cost, Cost} -> Cost;
        _ -> cost(Process, Items)
    end.

measured(Process, Items) ->
    Before = reductions(Process),
    _ = process_info(Process, Items),
    reductions(Process) - Before.

reductions(Process) -> element(2, process_info(Process, reductions)).

wait(Process) ->
    case process_info(Process, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), wait(Process)
    end.
