%% shows that a process with a limit of its heap which makes much garbage, and keeps nothing, lives
-module(limited_heap_of_garbage).
-export([main/0]).

main() ->
    {Pid, Monitor} = spawn_opt(fun() -> work(200000) end, [monitor, {max_heap_size, #{size => 12000, error_logger => false}}]),
    receive {'DOWN', Monitor, process, Pid, Reason} -> io:format("~w~n", [Reason]) end.

work(1) -> ok;
work(N) -> work(binary_to_term(term_to_binary(N)) - 1).
