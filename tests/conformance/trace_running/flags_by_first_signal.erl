%% proves P8: a process that handles the signal which has it traced when it starts running reports that it runs
%% needs: 27
-module(flags_by_first_signal).
-export([main/0]).

main() ->
    io:format("~p~n", [lists:usort([round() || _ <- lists:seq(1, 50)])]).

%% With one scheduler the child has not run yet when it is traced, so its first event is that it runs.
round() ->
    Pid = spawn_link(fun() -> receive go -> ok end end),
    erlang:trace(Pid, true, [running]),
    Pid ! go,
    Ref = monitor(process, Pid),
    receive {'DOWN', Ref, process, Pid, _} -> ok end,
    Done = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Done} -> ok end,
    case events(Pid) of
        [out | Rest] -> alternate(Rest);  % it ran already when it was traced
        Events -> alternate(Events)
    end.

events(Pid) ->
    receive {trace, Pid, What, _} -> [What | events(Pid)] after 0 -> [] end.

%% A process that waits already when it is traced begins with `in` as well.
alternate([in, out | Rest]) -> alternate(Rest);
alternate([in]) -> alternates;
alternate([]) -> alternates;
alternate(Other) -> Other.
