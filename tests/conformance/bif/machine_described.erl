%% shows the items of system_info/1 for those that collect all there is to know about a machine, and that locks are not counted
-module(machine_described).
-export([main/0]).
-include("../support/edge.hrl").

main() ->
    Is = fun(Test, Items) -> [I || I <- Items, not Test(erlang:system_info(I))] end,
    ?T(Is(fun is_integer/1, [ets_count, end_time, delayed_node_table_gc, dist_buf_busy_limit, ethread_used_tse, logical_processors])),
    ?T(Is(fun is_boolean/1, [dynamic_trace_probes, ets_realloc_moves, kernel_poll, port_parallelism, eager_check_io, beam_jump_table])),
    ?T(Is(fun is_list/1, [allocated_areas, alloc_util_allocators, check_io, dist_ctrl, ethread_info, taints, emu_args, scheduler_bind_type])),
    ?T([erlang:system_info(I) || I <- [lock_checking, lock_counting, constant_pool_support, hipe_architecture]]),
    ?T([[K || {K, _} <- erlang:system_info(I)] || I <- [os_monotonic_time_source, os_system_time_source]]),
    ?T([K || {K, _} <- erlang:system_info(compile_info)]),
    ?T(begin {A, [_ | _], [_ | _], [_ | _]} = erlang:system_info(allocator), A end),
    ?T(begin {C, {_, _, _}} = erlang:system_info(c_compiler_used), is_atom(C) end),
    ?T(begin {N, N, _} = erlang:system_info(schedulers_state), N =:= erlang:system_info(schedulers) end),
    ?T(begin {unix, linux} = os:type(), {A, B, C} = os:version(), [is_integer(I) || I <- [A, B, C]] end),
    ?T(begin N = erlang:system_info(ets_count), T = ets:new(x, []), M = erlang:system_info(ets_count), ets:delete(T), M > N end),
    ?T(erlang:system_info({allocator, no_such_allocator})),
    ?T(erlang:system_info({no_such_item, 1})),
    ?T(erlang:system_info("memory")),
    ?T([K || {K, _} <- report()]),
    ?T([erts_debug:lcnt_collect(), erts_debug:lcnt_clear()]),
    ?T(erts_debug:lcnt_control(mask)),
    ?T(begin {ok, _} = lcnt:start(), R = [lcnt:rt_collect(), lcnt:rt_clear()], lcnt:stop(), R end).

%% Without this folder: some programs are compiled by releases whose files the libraries here cannot read.
report() ->
    Path = code:get_path(),
    Here = filename:dirname(code:which(?MODULE)),
    true = code:set_path([Folder || Folder <- Path, filename:absname(Folder) =/= filename:absname(Here), Folder =/= "."]),
    Report = system_information:report(),
    true = code:set_path(Path),
    Report.
