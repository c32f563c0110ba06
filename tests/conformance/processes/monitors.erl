%% shows monitors: order, several of one process, of dead processes, demonitor with flush and info
-module(monitors).
-export([main/0]).

main() ->
    P = spawn(fun loop/0),
    Refs = [monitor(process, P) || _ <- [1, 2, 3]],
    io:format("~w ~w~n", [length(lists:usort(Refs)), length(element(2, process_info(P, monitored_by)))]),
    io:format("~w~n", [demonitor(hd(Refs))]),
    P ! {stop, done},
    io:format("~w~n", [[receive {'DOWN', R, process, P, W} -> W after 100 -> none end || R <- lists:reverse(tl(Refs))]]),
    io:format("~w~n", [receive {'DOWN', _, _, _, _} -> unexpected after 20 -> none end]),
    R2 = monitor(process, P),
    io:format("~w~n", [receive {'DOWN', R2, process, P, W2} -> W2 end]),
    R3 = monitor(process, P),
    receive {'DOWN', R3, _, _, _} = D -> self() ! D end,
    io:format("~w~n", [demonitor(R3, [flush])]),
    io:format("~w~n", [receive {'DOWN', R3, _, _, _} -> still_there after 0 -> flushed end]),
    Q = spawn(fun loop/0),
    R4 = monitor(process, Q),
    io:format("~w ~w ~w~n", [demonitor(R4, [info]), demonitor(R4, [info]), demonitor(make_ref(), [flush, info])]),
    Bad = [fun() -> monitor(process, 1) end, fun() -> monitor(nonsense, Q) end, fun() -> demonitor(a) end,
           fun() -> demonitor(R4, [x]) end, fun() -> demonitor(R4, flush) end],
    io:format("~w~n", [[try F() catch error:E -> E end || F <- Bad]]),
    ok.

loop() -> receive {stop, R} -> exit(R) end.
