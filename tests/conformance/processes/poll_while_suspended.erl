%% shows receive with after 0 in a process that others suspend and resume: what is in the queue is found
-module(poll_while_suspended).
-export([main/0]).

main() ->
    Self = self(),
    Pollers = [spawn_link(fun() -> Self ! {self(), poll(3000)} end) || _ <- lists:seq(1, 20)],
    Disturber = spawn_link(fun() -> disturb(Pollers) end),
    io:format("~w~n", [lists:usort([receive {P, Result} -> Result end || P <- Pollers])]),
    unlink(Disturber),
    exit(Disturber, kill),
    ok.

%% Its own message is there when it looks.
poll(0) -> found_all;
poll(N) ->
    self() ! N,
    case receive Found -> Found after 0 -> none end of
        N -> poll(N - 1);
        Other -> {N, Other}
    end.

disturb(Pollers) ->
    [begin catch erlang:suspend_process(P), catch erlang:resume_process(P) end || P <- Pollers],
    disturb(Pollers).
