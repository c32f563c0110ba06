%% shows that a list is inserted as a whole or not at all, in its order, and what insert_new makes of repeated keys
-module(ets_insert_lists).
-include("../support/edge.hrl").

main() ->
    ?T(i(set, fun(T) -> ets:insert(T, [{x, 1}, {y, 2}, {x, 3}]) end)),
    ?T(i(bag, fun(T) -> ets:insert(T, [{x, 1}, {y, 2}, {x, 3}, {x, 1}]) end)),
    ?T(i(duplicate_bag, fun(T) -> ets:insert(T, [{x, 1}, {x, 1}, {a, 2}]) end)),
    ?T(i(set, fun(T) -> ets:insert(T, [{x, 1}, not_a_tuple]) end)),
    ?T(i(set, fun(T) -> ets:insert(T, [{x, 1}, {}]) end)),
    ?T(i(set, fun(T) -> ets:insert(T, [{x, 1} | {y, 2}]) end)),
    ?T(i(set, fun(T) -> ets:insert(T, []) end)),
    ?T(i(set, fun(T) -> ets:insert_new(T, [{x, 1}, {a, 2}]) end)),
    ?T(i(set, fun(T) -> ets:insert_new(T, [{x, 1}, {y, 2}]) end)),
    ?T(i(set, fun(T) -> ets:insert_new(T, [{x, 1}, {x, 2}]) end)),
    ?T(i(bag, fun(T) -> ets:insert_new(T, [{x, 1}, {x, 2}]) end)),
    ?T(i(bag, fun(T) -> ets:insert_new(T, {a, 2}) end)),
    ?T(i(set, fun(T) -> ets:insert_new(T, []) end)),
    ?T(i(set, fun(T) -> ets:insert_new(T, [{x, 1} | y]) end)),
    ?T(i(ordered_set, fun(T) -> ets:insert(T, [{1, a}, {1.0, b}]) end)),
    ?T(i(ordered_set, fun(T) -> ets:insert_new(T, [{1, a}, {1.0, b}]) end)),
    ?T(i(set, fun(T) -> ets:insert(T, [{K, K} || K <- lists:seq(1, 5000)]), ets:info(T, size) end, count)),
    ok.

i(Kind, F) -> T = table(Kind), {try F(T) catch error:R -> R end, lists:sort(ets:tab2list(T))}.
i(Kind, F, count) -> F(table(Kind)).
table(Kind) -> T = ets:new(t, [Kind]), ets:insert(T, {a, 1}), T.
