%% shows keys 1 and 1.0 in all four kinds of tables, and second key positions
-module(ets_key_equality).
-include("../support/edge.hrl").

main() ->
    ?T([both(T) || T <- [set, ordered_set, bag, duplicate_bag]]),
    ?T([twice(T) || T <- [set, ordered_set, bag, duplicate_bag]]),
    ?T([pos(T) || T <- [set, ordered_set, bag, duplicate_bag]]),
    ?T(ets:insert(ets:new(x, [{keypos, 2}]), {a})),
    ?T(ets:lookup_element(element(1, bag()), k, 2)),
    ?T(ets:lookup_element(element(1, bag()), k, 3)),
    ?T(ets:take(element(1, bag()), k)),
    ?T(ets:first(ets:new(x, [ordered_set]))),
    ?T(ets:next(ets:new(x, [ordered_set]), a)),
    ?T(ets:prev(ets:new(x, [ordered_set]), a)),
    ?T(ets:next(ets:new(x, [set]), a)),
    ?T(ets:last(ets:new(x, []))),
    ?T(ets:slot(ets:new(x, [ordered_set]), 0)),
    ?T(ets:slot(ets:new(x, [ordered_set]), 1)),
    ?T(ets:slot(ets:new(x, [ordered_set]), -1)),
    ?T(ets:lookup(ets:new(x, [compressed]), a)),
    ok.

both(T) -> X = ets:new(x, [T]), ets:insert(X, [{1, a}, {1.0, b}]), {ets:info(X, size), ets:lookup(X, 1), ets:member(X, 1.0)}.
twice(T) -> X = ets:new(x, [T]), ets:insert(X, [{k, a}, {k, a}, {k, b}]), lists:sort(ets:lookup(X, k)).
pos(T) -> X = ets:new(x, [T, {keypos, 3}]), ets:insert(X, [{a, b, c}, {d, e, f, g}]), lists:sort(ets:lookup(X, f)).
bag() -> X = ets:new(x, [bag]), ets:insert(X, [{k, a}, {k, b}]), {X}.
