%% shows ets: kinds of tables, insert, lookup, delete, counters, traversal, owner's death
-module(ets_basics).
-export([main/0]).

main() ->
    T = ets:new(t, [set]),
    true = ets:insert(T, [{N, N * N} || N <- lists:seq(1, 10)]),
    io:format("~w ~w ~w~n", [ets:lookup(T, 3), ets:lookup(T, 33), ets:info(T, size)]),
    io:format("~w ~w~n", [ets:insert_new(T, {3, x}), ets:member(T, 3)]),
    io:format("~w ~w~n", [ets:update_counter(T, 3, 10), ets:update_element(T, 3, {2, zero})]),
    io:format("~w ~w~n", [ets:delete(T, 3), ets:lookup(T, 3)]),
    O = ets:new(o, [ordered_set, named_table, public]),
    ets:insert(O, [{X} || X <- [5, 1.5, a, {x}, 3, "s"]]),
    io:format("~w ~w~n", [ets:tab2list(O), ets:first(o)]),
    io:format("~w ~w ~w~n", [ets:next(o, 3), ets:prev(o, 3), ets:last(o)]),
    B = ets:new(b, [bag]), D = ets:new(d, [duplicate_bag]),
    [ets:insert(X, [{k, 1}, {k, 2}, {k, 1}]) || X <- [B, D]],
    io:format("~w ~w~n", [ets:lookup(B, k), ets:lookup(D, k)]),
    io:format("~w~n", [lists:sort(ets:foldl(fun({_, V}, A) -> [V | A] end, [], D))]),
    {P, M} = spawn_monitor(fun() -> ets:new(owned, [named_table]), receive stop -> ok end end),
    P ! stop,
    receive {'DOWN', M, _, _, _} -> io:format("~w~n", [ets:info(owned)]) end,
    io:format("~w ~w~n", [ets:delete(T), try ets:lookup(T, 1) catch error:R -> R end]),
    ok.
