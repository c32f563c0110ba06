%% shows bags and duplicate bags: which objects are the same, their order, and what deletes one or all of a key
-module(ets_bags).
-include("../support/edge.hrl").

main() ->
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}, {k, 1.0}, {k, 1}]), ets:lookup(T, k) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, N} || N <- [3, 1, 2, 1]]), ets:lookup(T, k) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k}, {k, 1}, {k, 1, 2}]), ets:lookup(T, k) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k}, {k, 1}]), ets:lookup_element(T, k, 2) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 2}, {k, 1}]), ets:lookup_element(T, k, 2) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}, {k, 2}, {k, 1}]), ets:delete_object(T, {k, 1}), ets:lookup(T, k) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}, {k, 2}, {l, 1}]), {ets:take(T, k), ets:tab2list(T)} end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}, {k, 2}, {l, 1}]), ets:match_delete(T, {'_', 1}), lists:sort(ets:tab2list(T)) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}, {k, 2}]), ets:insert_new(T, {k, 3}) end)),
    ?T(b(fun(T) -> ets:insert(T, [{1, a}, {1.0, b}]), {ets:lookup(T, 1), ets:lookup(T, 1.0)} end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}]), ets:update_counter(T, k, 1) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}]), ets:update_element(T, k, {2, 1}) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, N} || N <- [1, 2, 1, 2]]), ets:select_count(T, [{{k, 2}, [], [true]}]) end)),
    ?T(b(fun(T) -> ets:insert(T, [{k, 1}, {l, 2}, {k, 3}]), lists:sort(keys(T, ets:first(T))) end)),
    ?T(b(fun(T) -> ets:safe_fixtable(T, true), ets:insert(T, [{k, 1}, {k, 2}]), ets:delete(T, k), ets:insert(T, {k, 3}),
        {ets:lookup(T, k), ets:info(T, size)} end)),
    ok.

b(F) -> [F(ets:new(t, [Kind])) || Kind <- [bag, duplicate_bag]].
keys(_, '$end_of_table') -> [];
keys(T, K) -> [K | keys(T, ets:next(T, K))].
