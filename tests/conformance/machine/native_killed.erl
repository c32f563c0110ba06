%% A native that would take for ever ends with its process: I/O data of 2^45 elements in 45 cells.
-module(native_killed).
-export([main/0]).

main() ->
    {Pid, Ref} = spawn_monitor(fun() -> iolist_size(lists:foldl(fun(_, T) -> [T | T] end, [], lists:seq(1, 45))) end),
    erlang:yield(),
    exit(Pid, kill),
    receive
        {'DOWN', Ref, _, _, Reason} -> io:format("~p~n", [Reason])
    end.
