%% shows ets:update_counter with thresholds, defaults, lists of operations and wrong elements
-module(ets_counter_operations).
-include("../support/edge.hrl").

main() ->
    ?T(on(fun(T) -> ets:update_counter(T, a, 1) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, {2, 5, 7, 0}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, {2, -20, 0, 3}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, [{2, 1}, {3, 2}, {2, 1}]) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, []) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, {1, 1}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, {4, 1}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, {5, 1}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, 1 bsl 70) end)),
    ?T(on(fun(T) -> ets:update_counter(T, z, 1) end)),
    ?T(on(fun(T) -> ets:update_counter(T, z, 1, {z, 10}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, z, {2, 1}, {other, 10}), ets:lookup(T, z) end)),
    ?T(on(fun(T) -> ets:update_counter(T, z, 1, {}) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, x) end)),
    ?T(on(fun(T) -> ets:update_counter(T, a, {2, 1.0}) end)),
    ?T(ets:update_counter(no_table, a, 1)),
    ok.

on(F) -> T = ets:new(t, []), ets:insert(T, {a, 5, 10, text}), F(T).
