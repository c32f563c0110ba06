%% shows calls of funs of code that is being purged wait, and work when a soft purge is called off
-module(purge_funs_wait).
-export([main/0]).

-define(CALLERS, 4).

main() ->
    M = load(1),
    Fun = M:closure(),
    Stays = spawn(M, wait, []),
    Me = self(),
    load(2),
    Callers = [spawn_monitor(fun() -> call(Fun, Me, 0) end) || _ <- lists:seq(1, ?CALLERS)],
    %% One process stays in old code: every soft purge fails.
    Results = [code:soft_purge(M) || _ <- lists:seq(1, 50)],
    io:format("~w~n", [lists:usort(Results)]),
    Counts = [begin Pid ! {count, Me}, receive {count, Pid, N} -> N end end || {Pid, _} <- Callers],
    io:format("~w~n", [lists:all(fun(N) -> N > 0 end, Counts)]),
    %% Nobody stays: the purge works, and the funs are gone.
    Ref = monitor(process, Stays),
    Stays ! stop,
    receive {'DOWN', Ref, _, _, normal} -> ok end,
    %% Callers are in old code now and then; then a soft purge fails.
    io:format("~w~n", [purge_softly(M)]),
    Reasons = [receive {'DOWN', R, process, Pid, {{badfun, F}, _}} when is_function(F) -> badfun end || {Pid, R} <- Callers],
    io:format("~w~n", [Reasons]).

purge_softly(M) ->
    case code:soft_purge(M) of
        true -> true;
        false -> purge_softly(M)
    end.

call(Fun, To, N) ->
    {1, 1} = Fun(),
    receive
        {count, To} -> To ! {count, self(), N + 1}, call(Fun, To, N + 1)
    after 0 -> call(Fun, To, N + 1)
    end.

load(Version) ->
    made_code:load(purge_funs_made, list_to_atom("purge_version_" ++ integer_to_list(Version))).
