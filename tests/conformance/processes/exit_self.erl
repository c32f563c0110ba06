%% shows exit/2 to oneself, with and without trap_exit
-module(exit_self).
-export([main/0]).

main() ->
    [io:format("~w ~w: ~w~n", [Trap, Reason, run(Trap, Reason)]) || Trap <- [false, true], Reason <- [normal, kill, killed, boo]],
    process_flag(trap_exit, true),
    Self = self(),
    io:format("~w~n", [exit(Self, in_main)]),
    receive {'EXIT', Self, R} -> io:format("~w~n", [R]) end,
    ok.

run(Trap, Reason) ->
    {_, M} = spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        Self = self(),
        exit(Self, Reason),
        receive {'EXIT', Self, R} -> exit({message, R}) after 0 -> exit(alive) end
    end),
    receive {'DOWN', M, _, _, Why} -> Why end.
