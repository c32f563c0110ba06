%% shows that a process that collects several times has free words then, whatever it keeps: a small term takes no further collection
%% skip: gc collects where the small term is made, whatever words are free
-module(free_words_after_collections).
-export([main/0]).

main() ->
    io:format("~p~n", [[Words || Words <- lists:seq(2, 560, 2), not ends_with_major(Words)]]).

ends_with_major(Words) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive go -> keep_and_collect(Self, lists:seq(1, Words div 2)) end end),
    erlang:trace(Pid, true, [garbage_collection]),
    Pid ! go,
    receive {small, Small} -> 20 = tuple_size(Small) end,
    erlang:trace(Pid, false, [garbage_collection]),
    Delivered = erlang:trace_delivered(Pid),
    receive {trace_delivered, Pid, Delivered} -> ok end,
    exit(Pid, kill),
    receive {'DOWN', Ref, process, Pid, _} -> ok end,
    lists:last(events(Pid)) =:= gc_major_end.

keep_and_collect(To, List) ->
    [garbage_collect() || _ <- lists:seq(1, 4)],
    To ! {small, erlang:make_tuple(20, free)},
    receive stop -> List end.

events(Pid) ->
    receive {trace, Pid, Event, _} -> [Event | events(Pid)] after 0 -> [] end.
