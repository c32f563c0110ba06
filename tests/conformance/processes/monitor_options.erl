%% shows monitor/3: own tag in the down message, aliases that end with the monitor, by demonitor or by reply
-module(monitor_options).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive stop -> exit(stopped) end end),
    R = monitor(process, P, [{tag, {'MY_DOWN', 1}}]),
    P ! stop,
    receive {{'MY_DOWN', 1}, R, process, P, W} -> io:format("~w~n", [W]) end,
    Server = spawn(fun server/0),
    A = monitor(process, Server, [{alias, demonitor}]),
    Server ! {ask, A, 1},
    receive {A, V} -> io:format("~w~n", [V]) end,
    demonitor(A, [flush]),
    Server ! {ask, A, 2},
    io:format("~w~n", [receive {A, _} -> late after 30 -> nothing end]),
    B = monitor(process, Server, [{alias, reply_demonitor}]),
    Server ! {ask, B, 3},
    receive {B, V3} -> io:format("~w~n", [V3]) end,
    Server ! {ask, B, 4},
    io:format("~w~n", [receive {B, _} -> late after 30 -> nothing end]),
    C = monitor(process, Server, [{alias, explicit_unalias}]),
    demonitor(C, [flush]),
    Server ! {ask, C, 5},
    receive {C, V5} -> io:format("~w ~w ~w~n", [V5, unalias(C), unalias(C)]) end,
    ok.

server() -> receive {ask, To, N} -> To ! {To, N * 10}, server() end.
