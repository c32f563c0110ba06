%% shows ets:first, next, prev, last and slots of each kind of table
-module(ets_walks).
-include("../support/edge.hrl").

main() ->
    ?T(w(set, fun(T) -> ets:next(T, zz) end)),
    ?T(w(ordered_set, fun(T) -> ets:next(T, zz) end)),
    ?T(w(ordered_set, fun(T) -> {ets:first(T), ets:last(T), ets:next(T, 1), ets:prev(T, 1)} end)),
    ?T(w(ordered_set, fun(T) -> {ets:next(T, 1.5), ets:prev(T, 2.0), ets:next(T, 1.0)} end)),
    ?T(w(ordered_set, fun(T) -> ets:delete(T, 2), ets:next(T, 1) end)),
    ?T(w(ordered_set, fun(T) -> ets:tab2list(T) end)),
    ?T(w(bag, fun(T) -> lists:sort(keys(T, ets:first(T))) end)),
    ?T(w(set, fun(T) -> ets:delete_all_objects(T), {ets:first(T), ets:last(T)} end)),
    ?T(w(ordered_set, fun(T) -> ets:slot(T, 0) end)),
    ?T(w(ordered_set, fun(T) -> ets:slot(T, 3) end)),
    ?T(w(ordered_set, fun(T) -> ets:slot(T, 9) end)),
    ?T(w(set, fun(T) -> ets:slot(T, -1) end)),
    ?T(w(set, fun(T) -> ets:slot(T, a) end)),
    ?T(w(bag, fun(T) -> ets:delete_object(T, {1, a}), ets:lookup(T, 1) end)),
    ?T(w(duplicate_bag, fun(T) -> ets:insert(T, {1, b}), ets:insert(T, {1, b}), ets:lookup(T, 1) end)),
    ?T(w(duplicate_bag, fun(T) -> ets:take(T, 1) end)),
    ?T(w(set, fun(T) -> ets:member(T, 1.0) end)),
    ?T(w(ordered_set, fun(T) -> ets:member(T, 1.0) end)),
    ?T(ets:first(x)),
    ?T(ets:next(x, 1)),
    ok.

w(Kind, F) -> T = ets:new(t, [Kind]), ets:insert(T, [{1, a}, {2, b}, {3, c}, {1, b}]), F(T).
keys(_, '$end_of_table') -> [];
keys(T, K) -> [K | keys(T, ets:next(T, K))].
