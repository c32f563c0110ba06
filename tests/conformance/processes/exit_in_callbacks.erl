%% shows exit and links when a process dies while it handles a message, a timer, and while it is suspended
%% reports: ignored
-module(exit_in_callbacks).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    A = spawn_link(fun() -> receive X -> exit({handling, X}) end end),
    A ! m,
    receive {'EXIT', A, R} -> io:format("~w~n", [R]) end,
    B = spawn_link(fun() -> erlang:send_after(5, self(), t), receive t -> error(timer) end end),
    receive {'EXIT', B, {R2, _}} -> io:format("~w~n", [R2]) end,
    C = spawn_link(fun() -> receive never -> ok end end),
    erlang:suspend_process(C),
    exit(C, while_suspended),
    receive {'EXIT', C, R3} -> io:format("~w~n", [R3]) end,
    D = spawn_link(fun() -> erlang:hibernate(lists, reverse, [[1]]) end),
    exit(D, while_hibernating),
    receive {'EXIT', D, R4} -> io:format("~w~n", [R4]) end,
    ok.
