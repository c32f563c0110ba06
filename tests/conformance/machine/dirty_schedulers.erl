%% shows that what the machine says of its dirty schedulers fits together, and that files are their work
-module(dirty_schedulers).
-include("../support/edge.hrl").

main() ->
    Cpu = erlang:system_info(dirty_cpu_schedulers),
    ?T(erlang:system_info(dirty_io_schedulers)),
    ?T(erlang:system_info(dirty_cpu_schedulers_online) =:= Cpu),
    ?T(erlang:system_flag(dirty_cpu_schedulers_online, 0)),
    ?T(erlang:system_flag(dirty_cpu_schedulers_online, Cpu + 1)),
    ?T(erlang:system_flag(dirty_cpu_schedulers_online, all)),
    ?T(erlang:system_flag(dirty_io_schedulers, 5)),
    Schedulers = erlang:system_info(schedulers),
    ?T([length(erlang:statistics(Item)) - Schedulers || Item <- [run_queue_lengths, run_queue_lengths_all, active_tasks, active_tasks_all]]),
    ?T(tuple_size(erlang:statistics(run_queues)) - Schedulers),
    ?T(erlang:system_info(scheduler_bindings) =:= list_to_tuple(lists:duplicate(Schedulers, unbound))),
    ?T([is_integer(erlang:system_info(Item)) || Item <- [logical_processors, logical_processors_online, logical_processors_available]]),
    ?T(erlang:system_info(all_schedulers_state)
       =:= [{normal, Schedulers, Schedulers, Schedulers}, {dirty_cpu, Cpu, Cpu, Cpu}, {dirty_io, 10, 10, 10}]),
    erlang:system_flag(scheduler_wall_time, true),
    ?T(scratch_folder:with(fun(Folder) -> works(Folder, 100) end)).

%% Synchronising a file is work for them; a system call may be too short to be seen once.
works(Folder, Tries) ->
    {ok, File} = file:open(filename:join(Folder, "file"), [write, raw]),
    Before = busy(),
    Busier = lists:any(fun(_) -> ok = file:write(File, "text"), ok = file:sync(File), busy() > Before end, lists:seq(1, Tries)),
    ok = file:close(File),
    Busier.

busy() ->
    First = erlang:system_info(schedulers) + erlang:system_info(dirty_cpu_schedulers),
    lists:sum([Active || {Id, Active, _} <- erlang:statistics(scheduler_wall_time_all), Id > First]).
