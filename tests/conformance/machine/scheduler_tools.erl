%% shows OTP's scheduler and msacc at work on what the machine counts
-module(scheduler_tools).
-include("../support/edge.hrl").

main() ->
    ?T(scheduler:get_sample()),
    ?T(scheduler:get_sample_all()),
    erlang:system_flag(scheduler_wall_time, true),
    {Kind, First} = scheduler:sample(),
    {KindOfAll, FirstOfAll} = scheduler:sample_all(),
    ?T({Kind, KindOfAll}),
    ?T(length([normal || {normal, _, _, _} <- First]) =:= erlang:system_info(schedulers)),
    ?T(length([io || {io, _, _, _} <- FirstOfAll]) =:= erlang:system_info(dirty_io_schedulers)),
    ?T(tags(scheduler:utilization({Kind, First}))),
    ?T(tags(scheduler:utilization({KindOfAll, FirstOfAll}, scheduler:get_sample_all()))),
    ?T([share || {total, S, _} <- scheduler:utilization({KindOfAll, FirstOfAll}, scheduler:get_sample()), S > 0, S =< 1]),
    erlang:system_flag(scheduler_wall_time, false),
    ?T(msacc:start(5)),
    Threads = [{Type, Id} || #{type := Type, id := Id} <- msacc:stats()],
    ?T(length([Id || {scheduler, Id} <- Threads]) =:= erlang:system_info(schedulers)),
    ?T(lists:sort([Id || {dirty_io_scheduler, Id} <- Threads])),
    ?T(msacc:stop()),
    ?T(lists:all(fun(#{counters := C}) -> is_map(C) end, msacc:stats())).

tags(Utilization) -> lists:usort([element(1, T) || T <- Utilization, element(1, T) =/= cpu]).
