%% shows who gets a table when heirs are dead, changed, removed or the owner itself, and in which state it arrives
-module(ets_heirs).
-export([main/0]).

main() ->
    Self = self(),
    Dead = dead(),
    io:format("dead heir ~w~n", [after_owner([{heir, Dead, data}], fun(_) -> ok end)]),
    io:format("no heir ~w~n", [after_owner([{heir, none}], fun(_) -> ok end)]),
    io:format("heir ~w~n", [after_owner([{heir, Self, data}], fun(_) -> ok end)]),
    io:format("heir set later ~w~n", [after_owner([], fun(T) -> ets:setopts(T, [{heir, Self, later}]) end)]),
    io:format("heir removed ~w~n", [after_owner([{heir, Self, data}], fun(T) -> ets:setopts(T, {heir, none}) end)]),
    io:format("heir replaced ~w~n", [after_owner([{heir, Dead, data}], fun(T) -> ets:setopts(T, {heir, Self, new}) end)]),
    io:format("owner as heir ~w~n", [after_owner([], fun(T) -> ets:setopts(T, {heir, self(), mine}) end)]),
    io:format("fixed by owner ~w~n", [after_owner([{heir, Self, data}], fun(T) -> ets:safe_fixtable(T, true) end)]),
    io:format("renamed ~w~n", [after_owner([named_table, {heir, Self, data}], fun(T) -> ets:rename(T, other) end)]),
    T = ets:new(t, []),
    io:format("heir data ~w~n", [catch_(fun() -> ets:setopts(T, {heir, Self}) end)]),
    io:format("no pid ~w~n", [catch_(fun() -> ets:setopts(T, {heir, a, b}) end)]),
    io:format("two ~w~n", [catch_(fun() -> ets:setopts(T, [{heir, Self, a}, {heir, none}]) end)]),
    Others = spawn_monitor(fun() -> exit(catch_(fun() -> ets:setopts(T, {heir, none}) end)) end),
    io:format("not the owner ~w~n", [reason(Others)]),
    io:format("to myself ~w~n", [catch_(fun() -> ets:give_away(T, Self, x) end)]).

%% What is left of a table with these options when its owner, which has done `Act`, is gone.
after_owner(Options, Act) ->
    Self = self(),
    {Owner, Ref} = spawn_monitor(fun() -> T = ets:new(table, Options), ets:insert(T, {k, v}), Act(T), Self ! {table, T} end),
    receive {'DOWN', Ref, _, _, normal} -> ok end,
    receive {table, T} -> ok end,
    receive
        {'ETS-TRANSFER', Name, Owner, Data} ->
            Found = {is_atom(Name), Data, ets:tab2list(Name), ets:info(Name, heir) =:= Self, ets:info(Name, fixed)},
            ets:delete(Name),
            Found
    after 0 -> {gone, ets:info(T)}
    end.

dead() -> P = spawn_monitor(fun() -> ok end), reason(P), element(1, P).
reason({_, Ref}) -> receive {'DOWN', Ref, _, _, Reason} -> Reason end.
catch_(F) -> try F() catch error:R -> R end.
