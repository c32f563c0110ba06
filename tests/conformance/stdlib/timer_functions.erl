%% shows timer: send_after, apply_after, send_interval, cancel, tc, sleep, conversions
-module(timer_functions).
-export([main/0]).

main() ->
    {ok, _} = timer:send_after(10, hello),
    receive hello -> io:format("hello~n") end,
    {ok, _} = timer:apply_after(10, erlang, send, [self(), applied]),
    receive applied -> io:format("applied~n") end,
    {ok, I} = timer:send_interval(10, tick),
    io:format("~w~n", [[receive tick -> tick end || _ <- [1, 2, 3]]]),
    io:format("~w~n", [timer:cancel(I)]),
    drain(),
    io:format("~w~n", [receive tick -> tick after 50 -> none end]),
    {T, V} = timer:tc(fun() -> timer:sleep(20), value end),
    io:format("~w ~w~n", [T >= 20000, V]),
    io:format("~w ~w ~w~n", [timer:seconds(2), timer:minutes(1), timer:hms(1, 1, 1)]),
    {ok, K} = timer:exit_after(10, element(1, spawn_monitor(fun() -> receive after infinity -> ok end end)), timed_out),
    io:format("~w~n", [is_tuple(K)]),
    receive {'DOWN', _, _, _, R} -> io:format("~w~n", [R]) end,
    ok.

%% A tick may have been on its way when the interval was cancelled.
drain() -> receive tick -> drain() after 20 -> ok end.
