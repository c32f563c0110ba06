%% shows that a process that gets no turn gets none either where one of priority max traces it, and asks it again and again
%% skip: yield a slice for each reduction of the busy processes
-module(questions_give_no_turn).
-export([main/0]).

main() ->
    process_flag(priority, max),
    Busy = [spawn_opt(fun busy/0, [{priority, high}]) || _ <- lists:seq(1, 10 * erlang:system_info(schedulers))],
    Starving = [spawn_opt(fun busy/0, [{priority, Priority}]) || Priority <- [low, normal]],
    [1 = erlang:trace(P, true, [running]) || P <- [hd(Busy) | Starving]],
    Priorities = [process_info(P, priority) || _ <- lists:seq(1, 100), P <- Starving],
    [receive {trace, P, in, _} -> ok end || _ <- lists:seq(1, 30), P <- [hd(Busy)]],
    [1 = erlang:trace(P, false, [all]) || P <- Starving],
    [receive {trace_delivered, P, Ref} -> ok end || P <- Starving, Ref <- [erlang:trace_delivered(P)]],
    Events = [count(P, 0) || P <- Starving],
    [exit(P, kill) || P <- Starving ++ Busy],
    io:format("events: ~w~nof processes with ~p~n", [Events, lists:usort(Priorities)]).

count(P, N) -> receive Event when element(1, Event) =:= trace, element(2, Event) =:= P -> count(P, N + 1) after 0 -> N end.

busy() -> _ = lists:seq(1, 50), busy().
