%% shows that insert_new has one winner, that take gives each object once, and that counters of many processes add up
-module(ets_races).
-export([main/0]).

main() ->
    Options = [[set], [ordered_set], [set, {write_concurrency, true}], [ordered_set, {write_concurrency, true}],
               [set, {write_concurrency, true}, {read_concurrency, true}, compressed]],
    [io:format("~w ~w~n", [O, race(ets:new(t, [public | O]))]) || O <- Options].

race(T) ->
    Keys = lists:seq(1, 60),
    Won = each(6, fun(Me) -> length([K || K <- Keys, ets:insert_new(T, {K, Me, 0})]) end),
    Size = ets:info(T, size),
    each(6, fun(_) -> [ets:update_counter(T, K, {3, 1}) || K <- Keys] end),
    Counts = lists:usort([C || {_, _, C} <- ets:tab2list(T)]),
    each(6, fun(Me) -> [ets:update_element(T, K, {2, Me}) || K <- Keys] end),
    Owners = [O || {_, O, _} <- ets:tab2list(T), O < 1 orelse O > 6],
    Created = each(6, fun(_) -> [ets:update_counter(T, K, {3, 1}, {K, nobody, 0}) || K <- [x, y, z]] end),
    Taken = each(6, fun(_) -> lists:append([ets:take(T, K) || K <- Keys]) end),
    {lists:sum(Won), Size, Counts, Owners, lists:max(lists:append(Created)), length(lists:append(Taken)), ets:info(T, size)}.

%% The results of N processes that start together.
each(N, F) ->
    Self = self(),
    Pids = [spawn_link(fun() -> receive go -> Self ! {self(), F(Me)} end end) || Me <- lists:seq(1, N)],
    [P ! go || P <- Pids],
    [receive {P, R} -> R end || P <- Pids].
