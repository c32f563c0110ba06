%% shows which cause is reported for what only the owner, or who may write, may do
-module(ets_causes_of_access).
-export([main/0]).

main() ->
    Parent = self(),
    Self = self(),
    {Pid, _} = spawn_monitor(fun() ->
                                     Parent ! [ets:new(table, [Protection]) || Protection <- [public, protected, private]],
                                     receive stop -> ok end
                             end),
    Tables = receive Made -> Made end,
    [io:format("~p ~p~n", [Protection, [{Name, cause(Fun, Table)} || {Name, Fun} <- calls(Self)]]) ||
        {Protection, Table} <- lists:zip([public, protected, private], Tables)],
    Pid ! stop.

calls(Self) ->
    [{give_away, fun(Table) -> ets:give_away(Table, Self, data) end},
     {give_away_to_atom, fun(Table) -> ets:give_away(Table, none, data) end},
     {give_away_to_dead, fun(Table) -> ets:give_away(Table, dead(), data) end},
     {setopts, fun(Table) -> ets:setopts(Table, {protection, public}) end},
     {setopts_bad, fun(Table) -> ets:setopts(Table, bad) end},
     {rename_bad, fun(Table) -> ets:rename(Table, 1) end},
     {lookup, fun(Table) -> ets:lookup(Table, 1) end},
     {insert, fun(Table) -> ets:insert(Table, {1, 2}) end},
     {insert_bad, fun(Table) -> ets:insert(Table, bad) end}].

dead() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, process, Pid, _} -> Pid end.

cause(Fun, Table) ->
    try Fun(Table) of
        _ -> ok
    catch error:badarg:Stack ->
            [{_, _, _, Information} | _] = Stack,
            maps:get(cause, proplists:get_value(error_info, Information), none)
    end.
