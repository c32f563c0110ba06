%% shows lookup_element with a default value, and steps through a table that bring the objects along
%% needs: 27
-module(ets_lookup_defaults).
-include("../support/edge.hrl").

main() ->
    ?T(on(set, fun(T) -> {ets:lookup_element(T, 1, 2, none), ets:lookup_element(T, 9, 2, none)} end)),
    ?T(on(set, fun(T) -> ets:lookup_element(T, 9, 3, none) end)),
    ?T(on(bag, fun(T) -> {ets:lookup_element(T, 1, 2, none), ets:lookup_element(T, 9, 2, [])} end)),
    ?T(ets:lookup_element(no_table, 1, 2, none)),
    ?T(on(ordered_set, fun(T) -> ets:first_lookup(T) end)),
    ?T(on(ordered_set, fun(T) -> ets:last_lookup(T) end)),
    ?T(on(ordered_set, fun(T) -> {ets:next_lookup(T, 1), ets:next_lookup(T, 1.5), ets:next_lookup(T, 3)} end)),
    ?T(on(ordered_set, fun(T) -> {ets:prev_lookup(T, 3), ets:prev_lookup(T, a), ets:prev_lookup(T, 1)} end)),
    ?T(on(bag, fun(T) -> ets:delete(T, 2), ets:delete(T, 3), ets:first_lookup(T) end)),
    ?T(on(bag, fun(T) -> ets:delete(T, 2), ets:delete(T, 3), ets:next_lookup(T, 1) end)),
    ?T(on(set, fun(T) -> ets:delete_all_objects(T), {ets:first_lookup(T), ets:last_lookup(T)} end)),
    ?T(ets:first_lookup(no_table)),
    ?T(ets:prev_lookup(no_table, 1)),
    ok.

on(Kind, F) -> T = ets:new(t, [Kind]), ets:insert(T, [{1, a}, {2, b}, {3, c}, {1, z}]), F(T).
