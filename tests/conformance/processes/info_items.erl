%% shows process_info of single items and lists of items, of oneself, of others and of dead processes
-module(info_items).
-export([main/0]).
-export([waiting/0]).

main() ->
    Parent = self(),
    P = spawn_link(?MODULE, waiting, []),
    register(info_target, P),
    P ! {Parent, one}, P ! two, P ! three,
    receive ready -> ok end,
    wait_until(fun() -> process_info(P, status) =:= {status, waiting} end),
    io:format("~w~n", [[process_info(P, I) || I <- [registered_name, status, message_queue_len, messages, trap_exit, priority,
        initial_call, dictionary, error_handler]]]),
    io:format("~w~n", [process_info(P, [status, message_queue_len, registered_name])]),
    io:format("~w ~w~n", [process_info(P, links) =:= {links, [Parent]}, process_info(P, parent) =:= {parent, Parent}]),
    io:format("~w ~w~n", [process_info(self(), registered_name), process_info(self(), status)]),
    io:format("~w~n", [[is_integer(element(2, process_info(P, I))) || I <- [heap_size, stack_size, total_heap_size, reductions, memory]]]),
    {current_function, {M, F, A}} = process_info(P, current_function),
    io:format("~w~n", [{M, F, A}]),
    Mon = monitor(process, P),
    P ! stop,
    receive {'DOWN', Mon, _, _, _} -> ok end,
    io:format("~w ~w~n", [process_info(P, status), process_info(P)]),
    io:format("~w~n", [[try process_info(X, Y) catch error:R -> R end || {X, Y} <- [{self(), nonsense}, {a, status}, {self(), [a]}]]]),
    ok.

waiting() ->
    put(key, value),
    process_flag(trap_exit, true),
    receive {Parent, one} -> Parent ! ready end,
    receive stop -> ok end.

wait_until(F) -> case F() of true -> ok; false -> erlang:yield(), wait_until(F) end.
