%% shows the options of erlang:system_profile/0,2, what it returns, refuses, and which receivers it accepts
-module(profile_settings).
-include("../support/edge.hrl").

main() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    Dead = spawn(fun() -> ok end),
    Ref = monitor(process, Dead),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    ?T(erlang:system_profile()),
    ?T(erlang:system_profile(Pid, [])),
    ?T(erlang:system_profile()),
    ?T(erlang:system_profile(Pid, [runnable_ports, exclusive])),
    ?T(options(erlang:system_profile())),
    ?T(options(erlang:system_profile(Pid, [runnable_ports, runnable_procs, timestamp, monotonic_timestamp]))),
    ?T(options(erlang:system_profile())),
    ?T(erlang:system_profile(Pid, [runnable_procs, nothing])),
    ?T(erlang:system_profile(Pid, [runnable_procs | exclusive])),
    ?T(erlang:system_profile(Pid, runnable_procs)),
    ?T(erlang:system_profile(someone, [exclusive])),
    ?T(erlang:system_profile(Dead, [exclusive])),
    ?T(options(erlang:system_profile())),
    ?T(options(erlang:system_profile(undefined, [exclusive]))),
    ?T(erlang:system_profile()),
    ?T(stamp([runnable_procs])),
    ?T(stamp([runnable_procs, timestamp])),
    ?T(stamp([runnable_procs, strict_monotonic_timestamp])),
    ?T(scheduler()),
    Pid ! stop,
    ok.

options({Pid, Options}) when is_pid(Pid) -> Options.

%% The kind of time stamp that comes with these options.
stamp(Options) ->
    undefined = erlang:system_profile(self(), Options),
    Pid = spawn(fun() -> ok end),
    Stamp = receive {profile, Pid, active, _, Time} -> Time end,
    {_, _} = erlang:system_profile(undefined, []),
    case Stamp of
        {A, B, C} when A * 1000000 + B > 1500000000, C < 1000000 -> now;
        {A, B} when is_integer(A), is_integer(B) -> strict;
        A when is_integer(A) -> monotonic
    end.

%% One scheduler at least sleeps while this process waits.
scheduler() ->
    undefined = erlang:system_profile(self(), [scheduler]),
    Told = receive {profile, scheduler, Id, State, Active, _} when Id > 0, Active >= 0 -> State end,
    {_, [scheduler]} = erlang:system_profile(undefined, []),
    lists:member(Told, [active, inactive]).
