%% shows how processes block the other schedulers, who is said to do so, and that an end takes a block back
-module(multi_scheduling).
-include("../support/edge.hrl").

main() ->
    ?T(state([], [])),
    ?T([erlang:system_flag(multi_scheduling, F) || F <- [block, block, block_normal]]),
    ?T(state([self()], [self()])),
    ?T(ids(20)),
    ?T(erlang:system_flag(multi_scheduling, unblock)),
    ?T(state([self()], [self()])),
    ?T(erlang:system_flag(multi_scheduling, unblock)),
    ?T(state([], [self()])),
    ?T(ids(20)),
    ?T(erlang:system_flag(multi_scheduling, unblock)),
    ?T(erlang:system_flag(multi_scheduling, unblock_normal)),
    ?T(erlang:system_flag(multi_scheduling, unblock_normal)),
    ?T(state([], [])),
    {P, Monitor} = spawn_blocker(block_normal),
    ?T(state([], [P])),
    ?T([erlang:system_flag(multi_scheduling, F) || F <- [unblock_normal, unblock, block]]),
    ?T(state([self()], [P])),
    ?T(erlang:system_flag(multi_scheduling, unblock)),
    P ! stop,
    receive {'DOWN', Monitor, _, _, Normal} -> ?T(Normal) end,
    ?T(state([], [])),
    {Q, Monitor2} = spawn_blocker(block),
    ?T(state([Q], [])),
    exit(Q, kill),
    receive {'DOWN', Monitor2, _, _, Killed} -> ?T(Killed) end,
    ?T(state([], [])),
    ?T(erlang:system_flag(multi_scheduling, 1)),
    ?T(erlang:system_flag(multi_scheduling, [])).

spawn_blocker(How) ->
    Main = self(),
    Blocker = spawn_monitor(fun() -> Main ! {blocked, erlang:system_flag(multi_scheduling, How)}, receive stop -> ok end end),
    receive {blocked, State} -> ?T(State) end,
    Blocker.

%% The state, and whether these block all and the normal ones. With one scheduler there is nothing to block, and nobody is
%% said to.
state(All, Normal) ->
    Said = [erlang:system_info(Item) || Item <- [multi_scheduling_blockers, normal_multi_scheduling_blockers]],
    Meant = case erlang:system_info(schedulers) of 1 -> [[], []]; _ -> [All, Normal] end,
    {erlang:system_info(multi_scheduling), Said =:= Meant, erlang:system_info(schedulers_online) =:= erlang:system_info(schedulers)}.

%% Where processes run, of which several would run at once.
ids(N) ->
    Main = self(),
    Ps = [spawn(fun() -> lists:seq(1, 1000), Main ! {self(), erlang:system_info(scheduler_id)} end) || _ <- lists:seq(1, N)],
    lists:usort([receive {P, Id} -> Id end || P <- Ps]).
