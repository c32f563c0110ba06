%% shows that many timers fire in order of their time, to pids and names, and none for a dead process
-module(timers_many).
-export([main/0]).

main() ->
    register(target, self()),
    Times = [(N * 37) rem 60 || N <- lists:seq(1, 60)],
    Start = erlang:monotonic_time(millisecond) + 200,  % when all are set, also on a slow machine
    [erlang:send_after(Start + T * 5, self(), {t, T}, [{abs, true}]) || T <- Times],
    Got = [receive {t, T} -> T end || _ <- Times],
    io:format("~w~n", [Got =:= lists:sort(Times)]),
    erlang:send_after(1, target, by_name),
    io:format("~w~n", [receive by_name -> by_name end]),
    P = spawn(fun() -> ok end),
    erlang:send_after(5, P, nobody),
    erlang:send_after(5, no_such_name, nobody),
    Now = erlang:monotonic_time(millisecond),
    erlang:send_after(Now + 20, self(), absolute, [{abs, true}]),
    io:format("~w~n", [receive absolute -> erlang:monotonic_time(millisecond) >= Now + 20 end]),
    Cancelled = [erlang:start_timer(300, self(), N) || N <- lists:seq(1, 100)],
    [erlang:cancel_timer(R) || R <- Cancelled],
    io:format("~w~n", [receive {timeout, _, _} -> fired after 400 -> none end]),
    ok.
