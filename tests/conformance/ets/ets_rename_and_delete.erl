%% shows tables that are renamed or fixed while they are deleted: nothing of them stays
-module(ets_rename_and_delete).
-export([main/0]).

main() ->
    io:format("~w~n", [lists:usort([renamed() || _ <- lists:seq(1, 300)])]),
    io:format("~w~n", [lists:usort([fixed(N) || N <- lists:seq(1, 300)])]),
    ok.

%% Three processes rename it to and fro while its owner deletes it.
renamed() ->
    T = ets:new(one, [named_table, public]),
    Workers = workers(3, fun() -> rename(one, two), rename(two, one) end),
    delete_named([one, two]),
    stop(Workers),
    Left = [Name || Name <- [one, two], ets:whereis(Name) =/= undefined],
    Again = [ets:new(Name, [named_table]) || Name <- [one, two]],
    [ets:delete(Name) || Name <- Again],
    {T, Left, Again}.

rename(From, To) -> try ets:rename(From, To) catch error:badarg -> gone end.

delete_named(Names) ->
    case lists:any(fun(Name) -> try ets:delete(Name) catch error:badarg -> false end end, Names) of
        true -> ok;
        false -> delete_named(Names)
    end.

%% Three processes fix it while its owner deletes it; then they end.
fixed(N) ->
    T = ets:new(table, [public]),
    ets:insert(T, [{K, N} || K <- lists:seq(1, 100)]),
    Workers = workers(3, fun() ->
        try ets:safe_fixtable(T, true), ets:delete(T, N rem 100), ets:safe_fixtable(T, N rem 2 =:= 0)
        catch error:badarg -> gone
        end
    end),
    ets:delete(T),
    stop(Workers),
    {ets:info(T), lists:member(T, ets:all())}.

workers(Count, F) -> [spawn_monitor(fun() -> work(F) end) || _ <- lists:seq(1, Count)].

work(F) -> receive stop -> ok after 0 -> F(), work(F) end.

stop(Workers) ->
    [P ! stop || {P, _} <- Workers],
    [receive {'DOWN', M, _, _, normal} -> ok end || {_, M} <- Workers].
