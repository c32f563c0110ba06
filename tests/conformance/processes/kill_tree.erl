%% shows that killing the root takes down a tree of linked processes, in every branch
-module(kill_tree).
-export([main/0]).

main() ->
    Self = self(),
    Root = spawn(fun() -> node_process(6, Self) end),
    Pids = [receive {alive, P} -> P end || _ <- lists:seq(1, 127)],
    Mons = [monitor(process, P) || P <- Pids],
    exit(Root, kill),
    Reasons = [receive {'DOWN', M, _, _, R} -> R end || M <- Mons],
    io:format("~w ~w~n", [length(Pids), lists:usort(Reasons)]),
    io:format("~w~n", [lists:any(fun is_process_alive/1, Pids)]),
    ok.

node_process(Depth, Top) ->
    Top ! {alive, self()},
    [spawn_link(fun() -> node_process(Depth - 1, Top) end) || Depth > 0, _ <- [1, 2]],
    receive stop -> ok end.
