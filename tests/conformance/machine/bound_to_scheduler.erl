%% shows process_flag(scheduler, N) and {scheduler, N} of spawn_opt: a process stays on the scheduler that it is bound to
-module(bound_to_scheduler).
-export([main/0]).

main() ->
    Count = erlang:system_info(schedulers),
    io:format("~w~n", [[process_flag(scheduler, N) || N <- [1, 1, 0, Count, 0]] =:= [0, 1, 1, 0, Count]]),
    Stays = [begin
        process_flag(scheduler, N),
        lists:usort([begin work(), erlang:system_info(scheduler_id) end || _ <- lists:seq(1, 20)]) =:= [N]
    end || N <- lists:seq(1, Count)],
    io:format("~w~n", [lists:usort(Stays)]),
    process_flag(scheduler, 0),
    Self = self(),
    Pids = [spawn_opt(fun() ->
        Seen = [begin receive after 1 -> ok end, erlang:system_info(scheduler_id) end || _ <- lists:seq(1, 10)],
        Self ! {self(), N, lists:usort(Seen)}
    end, [{scheduler, N}, {priority, Priority}]) || N <- lists:seq(1, Count), Priority <- [low, normal, high]],
    io:format("~w~n", [lists:usort([receive {Pid, N, Seen} -> Seen =:= [N] end || Pid <- Pids])]),
    io:format("~w~n", [[error_of(fun() -> process_flag(scheduler, N) end) || N <- [-1, Count + 1, a, 1.0]]]),
    io:format("~w~n", [[error_of(fun() -> spawn_opt(fun() -> ok end, [{scheduler, N}]) end) || N <- [-1, Count + 1, a]]]).

work() -> lists:sum(lists:seq(1, 5000)).

error_of(Fun) -> try Fun() catch error:Reason -> Reason end.
