%% shows hibernate: who is suspended and resumed on the way goes on sleeping, and wakes for a message
-module(hibernate_suspended).
-export([main/0]).
-export([woken/1]).

main() ->
    Self = self(),
    Sleepers = [disturbed(fun() -> erlang:hibernate(?MODULE, woken, [Self]) end) || _ <- lists:seq(1, 500)],
    io:format("~w~n", [lists:usort([asleep(P) || P <- Sleepers])]),
    [P ! wake || P <- Sleepers],
    io:format("~w~n", [lists:usort([receive {woken, P, Messages} -> Messages end || P <- Sleepers])]),
    ok.

disturbed(F) ->
    P = spawn(F),
    erlang:suspend_process(P),
    erlang:resume_process(P),
    P.

asleep(P) ->
    case process_info(P, [status, current_function]) of
        [{status, waiting}, {current_function, MFA}] -> MFA;
        undefined -> gone;
        _ -> erlang:yield(), asleep(P)
    end.

woken(Parent) -> Parent ! {woken, self(), process_info(self(), messages)}.
