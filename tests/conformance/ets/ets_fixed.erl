%% shows that a fixed table can be walked while objects are deleted and added, each remaining object met once
-module(ets_fixed).
-export([main/0]).

main() ->
    [io:format("~w ~w~n", [Type, walk(Type)]) || Type <- [set, ordered_set, bag]],
    T = ets:new(f, []),
    true = ets:safe_fixtable(T, true), true = ets:safe_fixtable(T, true),
    {Since, List} = ets:info(T, safe_fixed),
    io:format("~w ~w ~w ~w~n", [ets:info(T, fixed), tuple_size(Since), List =:= [{self(), 2}], is_integer(element(1, ets:info(T, safe_fixed_monotonic_time)))]),
    true = ets:safe_fixtable(T, false), true = ets:safe_fixtable(T, false), true = ets:safe_fixtable(T, false),
    io:format("~w ~w~n", [ets:info(T, fixed), ets:info(T, safe_fixed)]),
    %% a fixation ends with its process
    {P, M} = spawn_monitor(fun() -> ets:safe_fixtable(T, true), exit(ets:info(T, fixed)) end),
    receive {'DOWN', M, process, P, R} -> io:format("~w ~w~n", [R, ets:info(T, fixed)]) end,
    %% deleting and inserting the same key again while fixed
    ets:insert(T, [{I, I} || I <- lists:seq(1, 10)]),
    ets:safe_fixtable(T, true),
    [ets:delete(T, I) || I <- lists:seq(1, 10)],
    io:format("~w ~w ~w ~w~n", [ets:info(T, size), ets:first(T), ets:lookup(T, 3), ets:member(T, 3)]),
    ets:insert(T, {3, again}),
    io:format("~w ~w ~w~n", [ets:info(T, size), ets:lookup(T, 3), ets:tab2list(T)]),
    ets:safe_fixtable(T, false),
    io:format("~w ~w~n", [ets:info(T, size), ets:tab2list(T)]).

walk(Type) ->
    T = ets:new(walk, [Type]),
    ets:insert(T, [{I, old} || I <- lists:seq(1, 500)]),
    ets:safe_fixtable(T, true),
    Seen = walk(T, ets:first(T), 0, []),
    ets:safe_fixtable(T, false),
    Old = lists:sort([K || K <- Seen, K =< 500]),
    {length(Old), Old =:= lists:usort(Old)}.

%% every key that is met is deleted, and a new one beyond is added for every fourth
walk(_, '$end_of_table', _, Seen) -> Seen;
walk(T, K, N, Seen) ->
    ets:delete(T, K),
    K =< 500 andalso N rem 4 =:= 0 andalso ets:insert(T, {1000 + K, new}),
    walk(T, ets:next(T, K), N + 1, [K | Seen]).
