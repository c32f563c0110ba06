%% shows what erlang:system_profile/2 tells of a process that starts, waits, is woken and ends
-module(profile_processes).
-export([main/0, wait/0]).

main() ->
    undefined = erlang:system_profile(),
    undefined = erlang:system_profile(self(), [runnable_procs, monotonic_timestamp]),
    Pid = spawn(?MODULE, wait, []),
    told(Pid, 2),
    Pid ! go,
    told(Pid, 2),
    Pid ! stop,
    told(Pid, 2),
    Crashing = spawn(fun() -> exit(this_way) end),
    told(Crashing, 2),
    io:format("~w~n", [settings(erlang:system_profile(undefined, []))]),
    Quiet = spawn(?MODULE, wait, []),
    Quiet ! stop,
    Ref = monitor(process, Quiet),
    receive {'DOWN', Ref, process, Quiet, _} -> ok end,
    receive {profile, Quiet, _, _, _} = Message -> io:format("told too late: ~p~n", [Message]) after 0 -> ok end.

settings({Pid, Options}) when Pid =:= self() -> lists:sort(Options).

told(_, 0) -> ok;
told(Pid, N) ->
    receive
        {profile, Pid, State, Where, Time} when is_integer(Time) ->
            io:format("~w ~w~n", [State, Where]),
            told(Pid, N - 1)
    end.

wait() -> receive go -> wait(); stop -> ok end.
