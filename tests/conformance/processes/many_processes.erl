%% shows ten thousand processes alive at once, each answering
-module(many_processes).
-export([main/0]).

main() ->
    Self = self(),
    N = 10000,
    Pids = [spawn(fun() -> receive {add, X} -> Self ! {self(), X + I} end end) || I <- lists:seq(1, N)],
    io:format("~w~n", [length(lists:usort(Pids))]),
    io:format("~w~n", [erlang:system_info(process_count) > N]),
    [P ! {add, 1} || P <- Pids],
    io:format("~w~n", [lists:sum([receive {P, X} -> X end || P <- Pids])]),
    Mons = [monitor(process, P) || P <- Pids],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- Mons],
    io:format("~w~n", [[is_process_alive(P) || P <- [hd(Pids), lists:last(Pids), Self]]]),
    ok.
