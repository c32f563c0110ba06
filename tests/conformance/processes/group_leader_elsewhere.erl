%% shows a group leader that is a process of another node: it outlives collections, and children have their own copy
%% reports: ignored
-module(group_leader_elsewhere).
-export([main/0]).

main() ->
    Self = self(),
    %% Its own, through collections.
    {_, M1} = spawn_monitor(fun() ->
        group_leader(far(1), self()),
        work(),
        exit(group_leader() =:= far(1))
    end),
    io:format("~w~n", [down(M1)]),
    %% Given by another process, which ends.
    P2 = spawn(fun() -> receive go -> work(), exit(group_leader() =:= far(2)) end end),
    M2 = monitor(process, P2),
    {_, M3} = spawn_monitor(fun() -> exit(group_leader(far(2), P2)) end),
    io:format("~w~n", [down(M3)]),
    work(),
    io:format("~w~n", [process_info(P2, group_leader) =:= {group_leader, far(2)}]),
    P2 ! go,
    io:format("~w~n", [down(M2)]),
    %% Inherited from processes that collect and end.
    {_, M4} = spawn_monitor(fun() ->
        group_leader(far(3), self()),
        exit([spawn(fun() -> generation(3, Self) end) || _ <- lists:seq(1, 20)])
    end),
    Children = down(M4),
    [C ! go || C <- Children],
    io:format("~w~n", [lists:usort([receive {leader, L} -> L =:= far(3) end || _ <- Children])]),
    %% In a report of an error.
    {_, M5} = spawn_monitor(fun() -> group_leader(far(4), self()), work(), error(oops) end),
    io:format("~w~n", [element(1, down(M5))]),
    io:format("~w~n", [[try group_leader(X, self()) catch error:R -> R end || X <- [make_ref(), 1, {far(1)}]]]),
    ok.

generation(0, To) -> work(), To ! {leader, group_leader()};
generation(N, To) ->
    receive go -> ok after 0 -> ok end,
    spawn(fun() -> generation(N - 1, To) end),
    work().

%% Pid of a process on node far@away.
far(N) -> binary_to_term(<<131, 88, 100, 8:16, "far@away", N:32, 0:32, 1:32>>).

down(M) -> receive {'DOWN', M, _, _, R} -> R end.

work() -> lists:foreach(fun(N) -> work(N) end, lists:seq(1, 20)), garbage_collect().
work(N) -> lists:sum(lists:map(fun(X) -> byte_size(list_to_binary(integer_to_list(X))) end, lists:seq(1, N * 50))).
