%% shows operations on a table that is deleted meanwhile: they see all of its objects, or raise badarg
-module(ets_read_and_delete).
-export([main/0]).

main() ->
    [io:format("~w ~w ~w~n", [Type, Name, lists:usort(lists:append([results(Type, F) || _ <- lists:seq(1, 10)])) -- [badarg]])
     || Type <- [set, ordered_set, bag], {Name, F} <- operations()],
    ok.

operations() ->
    Full = [{'_', [], ['$_']}],
    [{select, fun(T) -> length(ets:select(T, Full)) end},
     {select_in_parts, fun(T) -> parts(ets:select(T, Full, 100), 0) end},
     {select_count, fun(T) -> ets:select_count(T, [{'_', [], [true]}]) end},
     {select_none, fun(T) -> ets:select_delete(T, [{{-1, '_'}, [], [true]}]) end},
     {match, fun(T) -> length(ets:match(T, {'$1', '_'})) end},
     {tab2list, fun(T) -> length(ets:tab2list(T)) end},
     {foldl, fun(T) -> ets:foldl(fun(_, N) -> N + 1 end, 0, T) end},
     {member, fun(T) -> ets:member(T, 1) end},
     {lookup, fun(T) -> ets:lookup(T, 1) end},
     {lookup_element, fun(T) -> lists:flatten([ets:lookup_element(T, 1, 2)]) end},
     {first, fun(T) -> ets:first(T) =/= '$end_of_table' end},
     {next, fun(T) -> ets:next(T, 1) =/= '$end_of_table' end},
     {slot, fun(T) -> is_list(ets:slot(T, 0)) end},
     {delete_object, fun(T) -> ets:delete_object(T, {-1, x}) end},
     {delete_key, fun(T) -> ets:delete(T, -1) end},
     {take, fun(T) -> ets:take(T, -1) end}].

parts('$end_of_table', N) -> N;
parts({Some, Next}, N) -> parts(ets:select(Next), N + length(Some)).

%% The results of two processes that repeat the operation until the table is gone.
results(Type, F) ->
    T = ets:new(table, [Type, public]),
    ets:insert(T, [{K, value} || K <- lists:seq(1, 500)]),
    Self = self(),
    Workers = [spawn_link(fun() -> First = F(T), Self ! {self(), ready}, Self ! {self(), until_gone(F, T, [First])} end) || _ <- [1, 2]],
    [receive {P, ready} -> ok end || P <- Workers],
    ets:delete(T),
    lists:append([receive {P, Results} -> Results end || P <- Workers]).

until_gone(F, T, Seen) ->
    try F(T) of
        Result -> until_gone(F, T, case Seen of [Result | _] -> Seen; _ -> [Result | Seen] end)
    catch
        error:badarg -> [badarg | Seen]
    end.
