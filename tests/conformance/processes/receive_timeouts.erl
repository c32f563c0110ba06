%% shows receive with after: 0 looks once through the mailbox, N waits, messages that do not match do not prolong it
-module(receive_timeouts).
-export([main/0]).

main() ->
    io:format("~w~n", [receive x -> x after 0 -> empty end]),
    self() ! y,
    io:format("~w~n", [receive x -> x after 0 -> no_x end]),
    io:format("~w~n", [receive y -> y after 0 -> no_y end]),
    Self = self(),
    Noise = spawn_link(fun Loop() -> Self ! noise, receive stop -> ok after 5 -> Loop() end end),
    T0 = erlang:monotonic_time(millisecond),
    R = receive never -> never after 100 -> timeout end,
    T1 = erlang:monotonic_time(millisecond),
    unlink(Noise), exit(Noise, kill),
    io:format("~w ~w ~w~n", [R, T1 - T0 >= 99, T1 - T0 < 5000]),
    T = id(10),
    io:format("~w~n", [receive never -> never after T * 2 -> computed end]),
    receive after 5 -> ok end,
    erlang:send_after(20, self(), wake),
    io:format("~w~n", [receive wake -> woken after infinity -> never end]),
    io:format("~w~n", [receive noise -> noise after 0 -> none end]),
    ok.

id(X) -> X.
