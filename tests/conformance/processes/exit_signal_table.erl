%% shows what an exit signal does, by reason, by trap_exit and by link or exit/2
-module(exit_signal_table).
-export([main/0]).

main() ->
    [io:format("~w ~w ~w: ~w~n", [How, Trap, Reason, try_one(How, Trap, Reason)])
     || How <- [link, exit], Trap <- [false, true], Reason <- [normal, kill, other, {shutdown, x}, killed]],
    ok.

try_one(How, Trap, Reason) ->
    Self = self(),
    {Pid, Mon} = spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        Other = case How of
            link -> spawn_link(fun() -> receive die -> exit(Reason) end end);
            exit -> spawn(fun() -> receive {die, P} -> exit(P, Reason) end end)
        end,
        Self ! {ready, Other},
        receive {'EXIT', Other, R} -> exit({got_message, R}); stop -> exit(stopped) end
    end),
    Killer = receive {ready, O} -> O end,
    KMon = monitor(process, Killer),
    Killer ! case How of link -> die; exit -> {die, Pid} end,
    receive {'DOWN', KMon, _, _, _} -> ok end,
    Pid ! stop,
    receive {'DOWN', Mon, process, Pid, Why} -> Why end.
