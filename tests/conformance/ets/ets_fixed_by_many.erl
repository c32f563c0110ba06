%% shows safe_fixtable by several processes: counts, ends with the process, and walks over deleted keys
-module(ets_fixed_by_many).
-export([main/0]).

main() ->
    T = ets:new(t, [public]),
    ets:insert(T, [{K, K} || K <- lists:seq(1, 50)]),
    io:format("~w ~w~n", [ets:info(T, fixed), ets:info(T, safe_fixed)]),
    Self = self(),
    [ets:safe_fixtable(T, true) || _ <- [1, 2, 3]],
    Pids = [fixer(T, N) || N <- [1, 2]],
    {monotonic_time, Fixed} = fixed_by(T),
    io:format("~w ~w~n", [ets:info(T, fixed), lists:sort([{P =:= Self, N} || {P, N} <- Fixed])]),
    [begin P ! stop, receive {'DOWN', R, _, _, _} -> ok end end || {P, R} <- Pids],
    io:format("~w~n", [fixed_by(T) =:= {monotonic_time, [{Self, 3}]}]),
    [ets:safe_fixtable(T, false) || _ <- [1, 2]],
    io:format("~w~n", [ets:info(T, fixed)]),
    %% every key of the walk is deleted as it is met
    io:format("~w~n", [lists:sort(walk(T, ets:first(T))) =:= lists:seq(1, 50)]),
    io:format("~w ~w~n", [ets:info(T, size), ets:first(T)]),
    ets:insert(T, [{K, new} || K <- [3, 60]]),
    io:format("~w~n", [lists:sort(ets:tab2list(T))]),
    ets:safe_fixtable(T, false),
    io:format("~w ~w~n", [ets:info(T, fixed), ets:info(T, safe_fixed)]),
    %% one call too many is no error
    io:format("~w~n", [ets:safe_fixtable(T, false)]),
    %% without a fix a key that is not there has no next
    io:format("~w~n", [try ets:next(T, no_key) catch error:badarg -> badarg end]),
    {P, R} = fixer(T, 1),
    ets:delete(T),
    P ! stop,
    receive {'DOWN', R, _, _, Reason} -> io:format("~w ~w~n", [Reason, ets:info(T)]) end.

fixer(T, N) ->
    Self = self(),
    {P, R} = spawn_monitor(fun() -> [ets:safe_fixtable(T, true) || _ <- lists:seq(1, N)], Self ! {self(), fixed}, receive stop -> ok end end),
    receive {P, fixed} -> {P, R} end.

fixed_by(T) ->
    {Time, Processes} = ets:info(T, safe_fixed_monotonic_time),
    {if is_integer(Time) -> monotonic_time end, Processes}.

walk(_, '$end_of_table') -> [];
walk(T, Key) -> ets:delete(T, Key), [Key | walk(T, ets:next(T, Key))].
