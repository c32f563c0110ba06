%% shows max_heap_size: the process is killed when it grows over it
%% reports: ignored
-module(max_heap).
-export([main/0]).

main() ->
    {_, M} = spawn_opt(fun() -> length(lists:seq(1, 1000000)), exit(survived) end,
                       [monitor, {max_heap_size, #{size => 50000, kill => true, error_logger => false}}]),
    receive {'DOWN', M, _, _, R} -> io:format("~w~n", [R]) end,
    {_, M2} = spawn_opt(fun() -> length(lists:seq(1, 1000)), exit(survived) end,
                        [monitor, {max_heap_size, #{size => 500000, kill => true, error_logger => false}}]),
    receive {'DOWN', M2, _, _, R2} -> io:format("~w~n", [R2]) end,
    ok.
