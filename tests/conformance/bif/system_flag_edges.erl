%% shows erlang:system_flag with wrong flags and values leaves all as it was
-module(system_flag_edges).
-include("../support/edge.hrl").

main() ->
    ?T(erlang:system_flag(bad, 1)),
    ?T(erlang:system_flag(1, 1)),
    ?T(erlang:system_flag(schedulers_online, 0)),
    ?T(erlang:system_flag(schedulers_online, a)),
    ?T(erlang:system_flag(schedulers_online, 100000)),
    ?T(erlang:system_flag(fullsweep_after, -1)),
    ?T(erlang:system_flag(fullsweep_after, a)),
    ?T(erlang:system_flag(min_heap_size, a)),
    ?T(erlang:system_flag(min_bin_vheap_size, -1)),
    ?T(erlang:system_flag(max_heap_size, a)),
    ?T(erlang:system_flag(multi_scheduling, perhaps)),
    ?T(erlang:system_flag(backtrace_depth, -1)),
    ?T(erlang:system_flag(backtrace_depth, a)),
    ?T(erlang:system_flag(trace_control_word, -1)),
    ?T(erlang:system_flag(trace_control_word, a)),
    ?T(erlang:system_flag(trace_control_word, 1 bsl 64)),
    ?T(erlang:system_flag(scheduler_wall_time, bad)),
    ?T(keeps(fullsweep_after, 100)),
    ?T(keeps(min_bin_vheap_size, 46422)),
    ?T(keeps(trace_control_word, 77)),
    ?T(keeps(backtrace_depth, 12)),
    ok.

keeps(Flag, New) -> Old = erlang:system_flag(Flag, New), {erlang:system_flag(Flag, Old), Old =:= erlang:system_flag(Flag, Old)}.
