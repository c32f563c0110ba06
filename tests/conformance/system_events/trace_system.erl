%% shows trace:system/3: settings, defaults, what is refused; sessions do not disturb each other or system_monitor.
%% needs: 28
%% skip: gc each collection of a large heap is reported to three processes, and there are 100,000
-module(trace_system).
-export([main/0]).

main() ->
    Me = self(),
    Tracer = spawn_link(fun() -> forward(Me, one) end),
    Other = spawn_link(fun() -> forward(Me, two) end),
    One = trace:session_create(one, Tracer, []),
    Two = trace:session_create(two, Other, []),
    Show = fun(Event, Value) ->
        io:format("~p: ~p, then ~p~n", [{Event, Value}, outcome(fun() -> trace:system(One, Event, Value) end), trace:info(One, system, all)])
    end,
    [Show(Event, Value) || {Event, Value} <- settings()],
    [trace:system(One, Event, false) || Event <- [long_gc, long_schedule, large_heap, long_message_queue, busy_port, busy_dist_port]],
    io:format("~p ~p~n", [trace:info(One, system, all), erlang:system_monitor()]),
    io:format("~p~n", [[outcome(fun() -> trace:info(One, system, Item) end) || Item <- [large_heap, match_spec, foo]]]),
    ok = trace:system(One, large_heap, 200000),
    ok = trace:system(Two, large_heap, 300000),
    erlang:system_monitor(spawn_link(fun() -> forward(Me, monitor) end), [{large_heap, 100000}]),
    big(400000),
    io:format("~p~n", [told([one, two, monitor])]),
    trace:session_destroy(Two),
    erlang:system_monitor(undefined),
    big(400000),
    io:format("~p~n", [told([one])]),
    io:format("~p~n", [trace:info(One, system, all)]),
    queue(One),
    trace:session_destroy(One),
    io:format("~p~n", [outcome(fun() -> trace:system(One, large_heap, 1) end)]).

settings() ->
    [{foo, 1}, {large_heap, -1}, {large_heap, 0}, {large_heap, 20000}, {large_heap, true}, {large_heap, false}, {long_gc, 0}, {long_gc, 7},
     {long_gc, true}, {busy_port, true}, {busy_port, false}, {busy_port, 1}, {busy_dist_port, true}, {long_schedule, 0}, {long_schedule, 500},
     {long_message_queue, {3, 3}}, {long_message_queue, {100, 200}}, {long_message_queue, {-1, 1}}, {long_message_queue, 5}, {busy_port, true},
     {long_message_queue, false}, {long_gc, false}, {1, 1}].

big(N) ->
    {_, Monitor} = spawn_monitor(fun() -> length(lists:seq(1, N)) end),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

%% The processes that got a report of a large heap, each at least once.
told(Names) -> [receive {told, Name, large_heap} -> forget(Name), Name end || Name <- Names].

forget(Name) -> receive {told, Name, _} -> forget(Name) after 0 -> ok end.

queue(Session) ->
    Me = self(),
    trace:system(Session, large_heap, false),
    Pid = spawn_link(fun() -> receive go -> Me ! {emptied, drain(0)}, receive stop -> ok end end end),
    ok = trace:system(Session, long_message_queue, {2, 5}),
    [Pid ! x || _ <- lists:seq(1, 7)],
    process_info(Pid, message_queue_len),
    Long = receive {told, one, {long_message_queue, Pid, L1}} -> L1 end,
    Pid ! go,
    Short = receive {told, one, {long_message_queue, Pid, L2}} -> L2 end,
    io:format("~p~n", [{Long, Short, receive {emptied, N} -> N end}]),
    Pid ! stop.

drain(N) -> receive x -> drain(N + 1) after 0 -> N end.

forward(To, Name) ->
    receive
        {monitor, Pid, large_heap, Info} when is_pid(Pid), is_list(Info) -> To ! {told, Name, large_heap};
        {monitor, Pid, long_message_queue, Long} -> To ! {told, Name, {long_message_queue, Pid, Long}}
    end,
    forward(To, Name).

outcome(F) ->
    try F() catch Class:Reason -> {Class, Reason} end.
