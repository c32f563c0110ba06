%% shows is_process_alive, processes/0 and self, around the death of a process
-module(is_alive).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive stop -> ok end end),
    io:format("~w ~w ~w~n", [is_process_alive(P), lists:member(P, processes()), is_process_alive(self())]),
    exit(P, kill),
    io:format("~w~n", [is_process_alive(P)]),
    M = monitor(process, P),
    receive {'DOWN', M, _, _, R} -> io:format("~w ~w~n", [R, lists:member(P, processes())]) end,
    P ! into_the_void,
    io:format("~w ~w~n", [exit(P, x), try is_process_alive(a) catch error:E -> E end]),
    ok.
