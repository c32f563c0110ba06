%% shows process_flag: values returned, values checked
-module(flags).
-export([main/0]).

main() ->
    io:format("~w ~w~n", [process_flag(trap_exit, true), process_flag(trap_exit, false)]),
    io:format("~w ~w ~w~n", [process_flag(priority, high), process_flag(priority, low), process_flag(priority, normal)]),
    io:format("~w ~w~n", [process_flag(message_queue_data, off_heap), process_flag(message_queue_data, on_heap)]),
    Old = process_flag(min_heap_size, 5000),
    io:format("~w ~w~n", [is_integer(Old), process_flag(min_heap_size, Old) >= 5000]),
    io:format("~w~n", [process_flag(fullsweep_after, 10) > 0]),
    io:format("~w~n", [process_flag(sensitive, false)]),
    io:format("~w~n", [process_flag(save_calls, 0)]),
    Bad = [{trap_exit, maybe_}, {priority, very_high}, {nonsense, 1}, {min_heap_size, -1}, {message_queue_data, x}, {trap_exit, 1}],
    io:format("~w~n", [[try process_flag(F, V) catch error:R -> R end || {F, V} <- Bad]]),
    P = spawn(fun() -> receive stop -> ok end end),
    io:format("~w~n", [try process_flag(P, save_calls, 10) catch error:R2 -> R2 end]),
    ok.
