%% shows what another process may do with a private, a protected and a public table, and what only the owner may
-module(ets_protection).
-export([main/0]).

main() ->
    Actions = [
        {lookup, fun(T) -> ets:lookup(T, k) end}, {member, fun(T) -> ets:member(T, k) end}, {first, fun(T) -> ets:first(T) end},
        {next, fun(T) -> ets:next(T, k) end}, {select, fun(T) -> ets:select(T, [{'_', [], ['$_']}]) end},
        {match, fun(T) -> ets:match(T, '$1') end}, {tab2list, fun(T) -> ets:tab2list(T) end},
        {slot, fun(T) -> is_list(ets:slot(T, 0)) end}, {lookup_element, fun(T) -> ets:lookup_element(T, k, 2) end},
        {insert, fun(T) -> ets:insert(T, {k, 2}) end}, {insert_new, fun(T) -> ets:insert_new(T, {k, 2}) end},
        {update_counter, fun(T) -> ets:update_counter(T, k, 1) end}, {update_element, fun(T) -> ets:update_element(T, k, {2, 1}) end},
        {select_delete, fun(T) -> ets:select_delete(T, [{{z}, [], [true]}]) end},
        {select_replace, fun(T) -> ets:select_replace(T, [{{'$1', z}, [], [{{'$1', y}}]}]) end},
        {match_delete, fun(T) -> ets:match_delete(T, {z}) end}, {delete_object, fun(T) -> ets:delete_object(T, z) end},
        {delete_key, fun(T) -> ets:delete(T, z) end}, {take, fun(T) -> ets:take(T, z) end},
        {delete_all, fun(T) -> ets:delete_all_objects(T) end}, {rename, fun(T) -> is_reference(ets:rename(T, t)) end},
        {fix, fun(T) -> ets:safe_fixtable(T, true) end}, {info, fun(T) -> ets:info(T, size) end},
        {setopts, fun(T) -> ets:setopts(T, {heir, none}) end}, {give_away, fun(T) -> ets:give_away(T, self(), x) end},
        {delete, fun(T) -> ets:delete(T) end}],
    [io:format("~-15w ~w~n", [Name, [other(Act, Protection) || Protection <- [private, protected, public]]]) || {Name, Act} <- Actions].

other(Act, Protection) ->
    T = ets:new(t, [Protection]),
    ets:insert(T, {k, 1}),
    {_, Ref} = spawn_monitor(fun() -> exit(try Act(T) catch error:Reason -> {Reason} end) end),
    receive {'DOWN', Ref, _, _, Result} -> Result end.
