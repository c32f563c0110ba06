%% shows that a machine runs on as many schedulers as are online, and what it says when it is asked for others
-module(schedulers_online).
-include("../support/edge.hrl").

main() ->
    All = erlang:system_info(schedulers),
    ?T(erlang:system_info(schedulers_online) =:= All),
    ?T(erlang:system_flag(schedulers_online, 1) =:= All),
    ?T(erlang:system_info(schedulers_online)),
    ?T(erlang:system_info(schedulers) =:= All),
    ?T(erlang:system_info(multi_scheduling)),
    ?T(ids(20)),
    ?T(timers()),
    ?T(erlang:system_flag(schedulers_online, 0)),
    ?T(erlang:system_flag(schedulers_online, All + 1)),
    ?T(erlang:system_flag(schedulers_online, all)),
    ?T(erlang:system_info(schedulers_online)),
    %% A change while one blocks holds once nobody does.
    ?T(erlang:system_flag(multi_scheduling, block)),
    ?T(erlang:system_flag(schedulers_online, All)),
    ?T(erlang:system_info(schedulers_online) =:= All),
    ?T(ids(20)),
    ?T(erlang:system_flag(multi_scheduling, unblock)),
    ?T(erlang:system_flag(schedulers_online, All) =:= All),
    ?T(lists:all(fun(Id) -> Id >= 1 andalso Id =< All end, ids(20))),
    ?T(length(changes(30, All))),
    ?T(erlang:system_flag(schedulers_online, All) >= 1).

ids(N) ->
    Main = self(),
    Ps = [spawn(fun() -> lists:seq(1, 1000), Main ! {self(), erlang:system_info(scheduler_id)} end) || _ <- lists:seq(1, N)],
    lists:usort([receive {P, Id} -> Id end || P <- Ps]).

%% Timers set before, on whichever scheduler, still expire.
timers() ->
    erlang:system_flag(schedulers_online, erlang:system_info(schedulers)),
    Main = self(),
    Ps = [spawn(fun() -> erlang:send_after(20, Main, {self(), timer}), receive after 25 -> Main ! {self(), timeout} end end)
          || _ <- lists:seq(1, 20)],
    erlang:system_flag(schedulers_online, 1),
    lists:usort([receive {P, What} -> What end || P <- Ps, _ <- [1, 2]]).

%% Others change it too, while messages go round.
changes(N, All) ->
    Ring = ring(10),
    [begin
         Ring ! {self(), 3},
         erlang:system_flag(schedulers_online, 1 + I rem All),
         receive round -> ok end
     end || I <- lists:seq(1, N)].

ring(0) -> spawn(fun() -> last() end);
ring(N) -> Next = ring(N - 1), spawn(fun() -> pass(Next) end).
pass(Next) -> receive Message -> Next ! Message, pass(Next) end.
last() -> receive {Main, _} -> Main ! round, last() end.
