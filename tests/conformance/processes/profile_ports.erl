%% shows what erlang:system_profile/2 tells of a port that gets commands
-module(profile_ports).
-export([main/0]).

main() ->
    undefined = erlang:system_profile(self(), [runnable_ports, monotonic_timestamp]),
    Port = open_port({spawn, "cat"}, [stream]),
    [echo(Port) || _ <- lists:seq(1, 5)],
    io:format("~w~n", [settings(erlang:system_profile(undefined, []))]),
    Events = events(Port),
    io:format("~w~n", [alternates(Events, active)]),
    io:format("~w~n", [lists:usort(Events)]),
    io:format("~w~n", [length(Events) >= 10]),
    port_close(Port).

settings({Pid, Options}) when Pid =:= self() -> Options.

echo(Port) ->
    Port ! {self(), {command, "hello"}},
    receive {Port, {data, _}} -> ok end.

events(Port) ->
    receive {profile, Port, State, Where, Time} when is_integer(Time) -> [{State, Where} | events(Port)]
    after 0 -> [] end.

alternates([{State, 0} | Rest], State) -> alternates(Rest, case State of active -> inactive; inactive -> active end);
alternates(Rest, _) -> Rest =:= [].
