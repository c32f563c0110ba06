%% shows that a suspended process runs again when its suspender dies
-module(suspender_dies).
-export([main/0]).

main() ->
    Self = self(),
    P = spawn(fun Loop() -> receive N -> Self ! {echo, N}, Loop() end end),
    S = spawn(fun() -> erlang:suspend_process(P), Self ! suspended, receive stop -> ok end end),
    receive suspended -> ok end,
    P ! 1,
    io:format("~w~n", [receive {echo, 1} -> echo after 50 -> quiet end]),
    S ! stop,
    io:format("~w~n", [receive {echo, 1} -> echo end]),
    io:format("~w~n", [process_info(self(), suspending)]),
    ok.
