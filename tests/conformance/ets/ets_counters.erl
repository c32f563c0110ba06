%% shows update_counter in all its forms: lists of operations, thresholds, defaults, large numbers, all or nothing
-module(ets_counters).
-export([main/0]).

main() ->
    T = ets:new(c, []),
    ets:insert(T, [{a, 1, 10}, {b, x}, {big, (1 bsl 59) - 1}, {neg, -(1 bsl 59)}]),
    p([ets:update_counter(T, a, 1), ets:update_counter(T, a, {3, -5}), ets:update_counter(T, a, [{2, 1}, {3, 1}, {2, 1}])]),
    p(ets:lookup(T, a)),
    p([ets:update_counter(T, a, {2, 10, 12, 0}), ets:update_counter(T, a, {2, -3, -2, 7}), ets:update_counter(T, a, [])]),
    p([ets:update_counter(T, big, 1), ets:update_counter(T, big, 1 bsl 64), ets:update_counter(T, big, -(1 bsl 64))]),
    p([ets:update_counter(T, neg, -1), ets:update_counter(T, neg, 1)]),
    p(ets:update_counter(T, new, {2, 5}, {other, 100})),
    p(ets:update_counter(T, new, {2, 5}, {other, 100})),
    p(ets:lookup(T, new)),
    p([err(fun() -> ets:update_counter(T, K, Op) end) ||
          {K, Op} <- [{b, 1}, {none, 1}, {a, {1, 1}}, {a, {4, 1}}, {a, {0, 1}}, {a, {x, 1}}, {a, x}, {a, [{2, 1}, {9, 1}]}, {a, 1.5}]]),
    p([err(fun() -> ets:update_counter(T, K, Op, D) end) || {K, Op, D} <- [{n1, 1, x}, {n1, {3, 1}, {n1, 1}}, {n1, 1, {n1, y}}]]),
    p([ets:lookup(T, a), ets:lookup(T, n1)]),
    p([ets:update_element(T, a, {2, w}), ets:update_element(T, a, [{2, "w"}, {3, <<"v">>}]), ets:update_element(T, none, {2, 1})]),
    p(ets:lookup(T, a)),
    p([err(fun() -> ets:update_element(T, a, Op) end) || Op <- [{1, a}, {4, a}, {0, a}, x, [{2, 1} | y], [{2, gone}, {1, z}]]]),
    p(ets:lookup(T, a)),
    O = ets:new(o, [ordered_set, {keypos, 2}]),
    ets:insert(O, {5, k, 6}),
    p([ets:update_counter(O, k, 1), ets:update_counter(O, k, {1, 1}), ets:lookup(O, k)]).

p(X) -> io:format("~w~n", [X]).

err(F) ->
    try F()
    catch error:R:St ->
        [{_, _, _, I} | _] = St,
        {R, case proplists:get_value(error_info, I) of #{cause := C} -> C; _ -> none end}
    end.
