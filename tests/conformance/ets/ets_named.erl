%% shows names of tables: freed by deletion, renaming and death, resolved by whereis, and apart from registered processes
-module(ets_named).
-include("../support/edge.hrl").

main() ->
    ?T(ets:new(name, [named_table])),
    ?T(ets:new(name, [named_table])),
    ?T(is_reference(ets:new(name, []))),
    ?T(register(name, self())),
    ?T({is_reference(ets:whereis(name)), whereis(name) =:= self()}),
    ?T(begin R = ets:whereis(name), ets:insert(R, {a, 1}), put(ref, R), ets:lookup(name, a) end),
    ?T(ets:rename(name, other)),
    ?T({ets:whereis(name), ets:whereis(other) =:= get(ref), ets:info(get(ref), name)}),
    ?T(ets:lookup(name, a)),
    ?T(ets:lookup(get(ref), a)),
    ?T(ets:new(name, [named_table])),
    ?T(ets:rename(other, name)),
    ?T(ets:rename(other, other)),
    ?T(ets:rename(other, [])),
    ?T(begin ets:delete(other), {ets:info(get(ref)), ets:whereis(other)} end),
    ?T(ets:lookup(get(ref), a)),
    ?T(ets:info(get(ref), name)),
    ?T(of_dead()),
    ?T(ets:new(of_other, [named_table, ordered_set])),
    ?T(ets:new(undefined, [named_table])),
    ?T(ets:whereis(undefined) =:= undefined),
    ?T(ets:new([], [])),
    ?T(ets:whereis(make_ref())),
    ok.

of_dead() ->
    {_, Ref} = spawn_monitor(fun() -> ets:new(of_other, [named_table]), exit(ets:info(of_other, size)) end),
    receive {'DOWN', Ref, _, _, Size} -> {Size, ets:whereis(of_other)} end.
