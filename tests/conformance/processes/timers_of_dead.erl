%% shows timers for a process end with it, timers for a name and timers that it has set for others do not
-module(timers_of_dead).
-export([main/0]).

main() ->
    Me = self(),
    P = spawn(fun() -> receive stop -> ok end end),
    Monitor = monitor(process, P),
    register(timers_of_dead_name, P),
    Timers = [erlang:send_after(100000, P, a), erlang:start_timer(100000, P, a),
              erlang:send_after(100000, timers_of_dead_name, a), erlang:send_after(100000, Me, a)],
    io:format("~w~n", [[is_integer(erlang:read_timer(T)) || T <- Timers]]),
    P ! stop,
    receive {'DOWN', Monitor, process, P, _} -> ok end,
    io:format("~w~n", [[is_integer(erlang:read_timer(T)) || T <- Timers]]),
    io:format("~w~n", [erlang:read_timer(erlang:send_after(100000, P, a))]),
    {_, Monitor2} = spawn_monitor(fun() -> Me ! {timer, erlang:send_after(100000, Me, a)} end),
    Theirs = receive {timer, T} -> T end,
    receive {'DOWN', Monitor2, process, _, _} -> ok end,
    io:format("~w~n", [[is_integer(erlang:cancel_timer(T)) || T <- Timers ++ [Theirs]]]),
    %% Many, for many.
    Targets = [spawn(fun() -> receive stop -> ok end end) || _ <- lists:seq(1, 20)],
    Many = [{N rem 2, erlang:send_after(100000, lists:nth(N rem 20 + 1, Targets), N)} || N <- lists:seq(1, 400)],
    Refs = [{monitor(process, Q), Q ! stop} || {Q, N} <- lists:zip(Targets, lists:seq(0, 19)), N rem 2 =:= 0],
    [receive {'DOWN', R, process, _, _} -> ok end || {R, stop} <- Refs],
    Left = [Half || {Half, T} <- Many, is_integer(erlang:read_timer(T))],
    io:format("~w ~w~n", [length(Left), lists:usort(Left)]).
