%% shows in which order linked processes get the exit signals of a process that ends
%% skip: sched queues give any process
-module(exits_of_links_in_order).
-export([main/0]).

main() ->
    %% On one scheduler, processes run in the order in which they got their signals.
    erlang:system_flag(schedulers_online, 1),
    [io:format("~w ~w~n", [Links, order(length(Links), Links, [])]) || N <- [1, 2, 3, 4], Links <- permutations(lists:seq(1, N))],
    [io:format("~w ~w~n", [N, order(N, Links, [])]) || N <- [5, 8, 13, 24], Links <- [lists:seq(1, N), lists:seq(N, 1, -1)]],
    [io:format("~w without ~w: ~w~n", [N, Gone, order(N, lists:seq(1, N), Gone)]) || {N, Gone} <- [{3, [1]}, {3, [2]}, {8, [1, 4]}, {9, [9, 5]}]].

permutations([]) -> [[]];
permutations(List) -> [[Head | Tail] || Head <- List, Tail <- permutations(List -- [Head])].

%% Links to processes 1 to N in the order of Links, and then ends those to Gone.
order(N, Links, Gone) ->
    Collector = self(),
    Pids = list_to_tuple([spawn(fun() -> linked(Collector, I) end) || I <- lists:seq(1, N)]),
    Center = spawn(fun() ->
                           [link(element(I, Pids)) || I <- Links],
                           [unlink(element(I, Pids)) || I <- Gone],
                           Collector ! linked,
                           receive stop -> exit(stopped) end
                   end),
    receive linked -> ok end,
    [wait_until_waiting(Pid) || Pid <- [Center | tuple_to_list(Pids)]],
    Center ! stop,
    Order = [receive {ended, I} -> I end || _ <- lists:seq(1, N - length(Gone))],
    [exit(element(I, Pids), kill) || I <- Gone],
    Order.

linked(Collector, I) ->
    process_flag(trap_exit, true),
    receive {'EXIT', _, stopped} -> Collector ! {ended, I} end.

wait_until_waiting(Pid) ->
    case process_info(Pid, status) of
        {status, waiting} -> ok;
        _ -> erlang:yield(), wait_until_waiting(Pid)
    end.
