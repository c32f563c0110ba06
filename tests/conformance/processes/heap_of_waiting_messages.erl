%% shows that messages in the queue count as heap, for total_heap_size and for max_heap_size, unless they are kept off the heap
-module(heap_of_waiting_messages).
-export([main/0]).

main() ->
    io:format("~w~n", [[grows(Where) || Where <- [on_heap, off_heap]]]),
    io:format("~w~n", [[ends(Where) || Where <- [on_heap, off_heap]]]).

grows(Where) ->
    Pid = spawn_opt(fun loop/0, [{message_queue_data, Where}]),
    {total_heap_size, Before} = process_info(Pid, total_heap_size),
    fill(Pid),
    Pid ! self(),
    receive ok -> ok end,
    {total_heap_size, After} = process_info(Pid, total_heap_size),
    exit(Pid, kill),
    After - Before > 5000.

ends(Where) ->
    {Pid, Monitor} = spawn_opt(fun() -> receive never -> ok end end,
                               [monitor, {message_queue_data, Where}, {max_heap_size, #{size => 2048, error_logger => false}}]),
    fill(Pid),
    case process_info(Pid, messages) of
        {messages, Messages} -> 100 = length(Messages);
        undefined -> ended  % a collection came before ours, as one may at any time
    end,
    erlang:garbage_collect(Pid),
    case is_process_alive(Pid) of
        true -> exit(Pid, stop);
        false -> ok
    end,
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

fill(Pid) -> [Pid ! lists:duplicate(N, N) || N <- lists:seq(1, 100)].

loop() -> receive Pid when is_pid(Pid) -> Pid ! ok, loop() end.
