%% shows that many processes may use a table at once: no update lost, no insertion of a list seen in part
-module(ets_shared).
-export([main/0]).

main() ->
    [io:format("~w ~w ~w~n", [Type, Options, run([Type, public | Options])])
     || Type <- [set, ordered_set], Options <- [[], [{write_concurrency, true}], [{read_concurrency, true}, {write_concurrency, auto}]]].

run(Options) ->
    T = ets:new(shared, Options),
    ets:insert(T, [{total, 0} | [{{pair, I}, 0} || I <- lists:seq(1, 20)]]),
    Workers = [spawn_monitor(fun() -> work(T, W, 2000) end) || W <- lists:seq(1, 8)],
    Reader = spawn_monitor(fun() -> read(T, 500) end),
    [receive {'DOWN', M, process, P, R} -> normal = R end || {P, M} <- [Reader | Workers]],
    {ets:lookup_element(T, total, 2), length(ets:match(T, {{own, '_', '_'}, '_'})), ets:info(T, size)}.

work(_, _, 0) -> ok;
work(T, W, N) ->
    ets:update_counter(T, total, 1),
    ets:insert(T, {{own, W, N rem 10}, N}),
    N rem 100 =:= 0 andalso ets:insert(T, [{{pair, I}, N} || I <- lists:seq(1, 20)]),
    N rem 7 =:= 0 andalso ets:delete(T, {tmp, W}),
    N rem 7 =:= 1 andalso ets:insert(T, {{tmp, W}, lists:seq(1, N rem 50)}),
    N =:= 1 andalso ets:delete(T, {tmp, W}),
    work(T, W, N - 1).

read(_, 0) -> ok;
read(T, N) ->
    true = is_integer(ets:lookup_element(T, total, 2)),
    [true = is_list(L) || {{tmp, _}, L} <- ets:match_object(T, {{tmp, '_'}, '_'})],
    read(T, N - 1).
