%% shows update_counter and update_element: thresholds, defaults, several operations, errors
-module(ets_update_errors).
-include("../support/edge.hrl").

main() ->
    ?T(ets:update_counter(t(), k, 1)),
    ?T(ets:update_counter(t(), k, -10)),
    ?T(ets:update_counter(t(), k, {3, 5})),
    ?T(ets:update_counter(t(), k, {3, 5, 12, 0})),
    ?T(ets:update_counter(t(), k, {3, -20, 0, 7})),
    ?T(ets:update_counter(t(), k, [{2, 1}, {2, 1}, {3, 2}])),
    ?T(ets:update_counter(t(), k, [])),
    ?T(ets:update_counter(t(), k, 1 bsl 70)),
    ?T(ets:update_counter(t(), z, 1)),
    ?T(ets:update_counter(t(), z, 1, {z, 5})),
    ?T(ets:update_counter(t(), z, {3, 2}, {other, 1, 2})),
    ?T(ets:update_counter(t(), z, 1, {z})),
    ?T(ets:update_counter(t(), z, 1, bad)),
    ?T(ets:update_counter(t(), k, {1, 1})),
    ?T(ets:update_counter(t(), k, {4, 1})),
    ?T(ets:update_counter(t(), k, {9, 1})),
    ?T(ets:update_counter(t(), k, {0, 1})),
    ?T(ets:update_counter(t(), k, 1.0)),
    ?T(ets:update_counter(t(), k, {2, 1, a, 0})),
    ?T(ets:update_counter(t(), k, [{2, 1} | x])),
    ?T(ets:update_counter(ets:new(x, [bag]), k, 1)),
    ?T(ets:update_element(t(), k, {2, new})),
    ?T(ets:update_element(t(), z, {2, new})),
    ?T(ets:update_element(t(), k, [{2, a}, {3, b}])),
    ?T(ets:update_element(t(), k, {1, new})),
    ?T(ets:update_element(t(), k, bad)),
    ?T(ets:update_element(t(), k, [])),
    ?T(ets:update_element(ets:new(x, [bag]), k, {2, a})),
    ok.

t() -> X = ets:new(x, []), ets:insert(X, {k, 1, 10, text}), X.
