%% proves E3: erlang:system_monitor/0,1,2: settings, defaults, what is refused; large heaps and long queues are reported.
-module(system_monitor).
-export([main/0]).

main() ->
    Me = self(),
    Show = fun(F) -> io:format("~p~n", [name(outcome(F), Me)]) end,
    Show(fun() -> erlang:system_monitor() end),
    Show(fun() -> erlang:system_monitor(Me, []) end),
    Show(fun() -> erlang:system_monitor() end),
    All = [{long_gc, 1000}, {large_heap, 100000}, busy_port, {long_schedule, 500}, busy_dist_port, {long_message_queue, {3, 10}}],
    Show(fun() -> erlang:system_monitor(Me, All) end),
    Show(fun() -> erlang:system_monitor(Me, [{large_heap, 100001}]) end),
    Bad = [[foo], [{foo, 1}], [{long_gc, -1}], [{long_gc, a}], [{large_heap, -1}], [{long_message_queue, {10, 3}}], [{long_message_queue, {3, 3}}],
           [{long_message_queue, {-1, 3}}], [{long_message_queue, false}], foo, [busy_port | foo]],
    [Show(fun() -> erlang:system_monitor(Me, Options) end) || Options <- Bad],
    Show(fun() -> erlang:system_monitor(foo, [busy_port]) end),
    Good = [[{long_gc, 0}, {long_schedule, 0}], [{large_heap, 0}], [{large_heap, 16384}, busy_port, busy_port], [{long_message_queue, {0, 1}}]],
    [Show(fun() -> erlang:system_monitor({Me, Options}) end) || Options <- Good],
    Show(fun() -> erlang:system_monitor(undefined) end),
    Show(fun() -> erlang:system_monitor(undefined) end),
    Show(fun() -> erlang:system_monitor(foo) end),
    Show(fun() -> erlang:system_monitor(undefined, [busy_port]) end),
    large_heap(),
    long_queue(),
    dead_monitor().

large_heap() ->
    Me = self(),
    Monitor = spawn(fun() -> receive {monitor, Pid, large_heap, Info} -> Me ! {large, Pid, lists:sort([Key || {Key, N} <- Info, is_integer(N)])} end end),
    erlang:system_monitor(Monitor, [{large_heap, 200000}]),
    Pid = spawn(fun() -> receive go -> length(lists:seq(1, 400000)) end end),
    Pid ! go,
    receive {large, Pid, Keys} -> io:format("~p~n", [Keys]) end,
    erlang:system_monitor(undefined).

long_queue() ->
    Me = self(),
    Pid = spawn(fun() -> consume() end),
    Monitor = spawn(fun() -> tell(Me, Pid) end),
    Count = fun(N) -> {message_queue_len, Length} = process_info(Pid, message_queue_len), io:format("~p: ~p~n", [N, Length]) end,
    %% A take is handled when the consumer runs.
    Settles = fun Settles(Name, N) ->
        case process_info(Pid, message_queue_len) of
            {message_queue_len, N} -> Count(Name);
            _ -> erlang:yield(), Settles(Name, N)
        end
    end,
    Told = fun(Long) -> receive {told, Long} -> io:format("long: ~p~n", [Long]) end end,
    erlang:system_monitor(Monitor, [{long_message_queue, {2, 5}}]),
    [Pid ! x || _ <- lists:seq(1, 4)], Count(four),
    [Pid ! x || _ <- lists:seq(1, 6)], Count(ten), Told(true),
    [Pid ! take || _ <- lists:seq(1, 3)], Settles(three_taken, 7),
    [Pid ! x || _ <- lists:seq(1, 3)], Count(ten_again),
    [Pid ! take || _ <- lists:seq(1, 8)], Told(false), Settles(two, 2),
    [Pid ! x || _ <- lists:seq(1, 3)], Count(five), Told(true),
    erlang:system_monitor(undefined),
    receive {told, _} = Unexpected -> io:format("~p~n", [Unexpected]) after 0 -> ok end.

%% Takes one x for each take.
consume() -> receive take -> receive x -> ok end end, consume().

tell(To, Pid) ->
    receive
        {monitor, Pid, long_message_queue, Long} -> To ! {told, Long};
        {monitor, _, _, _} -> ok
    end,
    tell(To, Pid).

dead_monitor() ->
    {Pid, Ref} = spawn_monitor(fun() -> receive stop -> ok end end),
    erlang:system_monitor(Pid, [busy_port]),
    Pid ! stop,
    receive {'DOWN', Ref, _, _, _} -> ok end,
    io:format("~p~n", [{erlang:system_monitor(), outcome(fun() -> erlang:system_monitor(Pid, [busy_port]) end)}]).

outcome(F) ->
    try F() catch Class:Reason -> {Class, Reason} end.

name({Me, Options}, Me) -> {me, Options};
name(X, _) -> X.
