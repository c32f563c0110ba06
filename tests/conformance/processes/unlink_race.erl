%% shows that after unlink no exit signal of that link arrives, and that link state is per pair
-module(unlink_race).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Results = [one() || _ <- lists:seq(1, 300)],
    io:format("~w~n", [lists:usort(Results)]),
    io:format("~w~n", [receive {'EXIT', _, _} = M -> M after 10 -> none end]),
    ok.

one() ->
    P = spawn_link(fun() -> ok end),
    unlink(P),
    receive {'EXIT', P, normal} -> ok after 0 -> ok end,
    M = monitor(process, P),
    receive {'DOWN', M, _, _, _} -> ok end,
    receive {'EXIT', P, _} -> late after 0 -> clean end.
