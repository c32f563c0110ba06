%% shows that a hibernating process has no larger heap than it needs, and gets its least size back
-module(hibernated_heap).
-export([main/0, awake/1, sleep/1]).

main() ->
    Small = spawn_opt(?MODULE, sleep, [self()], [{min_heap_size, 15000}]),
    wait_until_hibernated(Small),
    {heap_size, Size} = process_info(Small, heap_size),
    {total_heap_size, Total} = process_info(Small, total_heap_size),
    io:format("~p ~p~n", [Size =< 20, Total =:= Size]),
    Small ! {self(), wake},
    receive {Small, AwakeSize} -> io:format("~p~n", [AwakeSize >= 15000]) end,
    [io:format("~p ~p~n", [What, arguments(Args)]) ||
        {What, Args} <- [{many, lists:duplicate(1025, x)}, {improper, [1 | 2]}, {atom, x}]].

sleep(Parent) -> erlang:hibernate(?MODULE, awake, [Parent]).

awake(Parent) ->
    receive {Parent, wake} -> ok end,
    {heap_size, Size} = process_info(self(), heap_size),
    Parent ! {self(), Size}.

arguments(Args) -> try erlang:hibernate(x, y, Args) catch error:Reason -> Reason end.

wait_until_hibernated(P) ->
    case process_info(P, current_function) of
        {current_function, {erlang, hibernate, 3}} -> ok;
        _ -> erlang:yield(), wait_until_hibernated(P)
    end.
