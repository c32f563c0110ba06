%% shows counters, atomics and persistent_term at their limits
-module(lib_counters).
-include("../support/edge.hrl").

main() ->
    ?T(counters:get(counters:new(2, []), 2)),
    ?T(counters:get(counters:new(2, []), 3)),
    ?T(counters:add(counters:new(1, [write_concurrency]), 1, 5)),
    ?T(counters:new(0, [])),
    ?T(counters:new(1, [bad])),
    ?T(counters:put(x, 1, 1)),
    ?T(maps:get(size, counters:info(counters:new(7, [])))),
    ?T(atomics:new(0, [])),
    ?T(atomics:get(atomics:new(1, []), 0)),
    ?T(wrap(9223372036854775807)),
    ?T(atomics:put(atomics:new(1, []), 1, 1 bsl 63)),
    ?T(atomics:put(atomics:new(1, [{signed, false}]), 1, 1 bsl 63)),
    ?T(atomics:put(atomics:new(1, [{signed, false}]), 1, -1)),
    ?T(atomics:exchange(atomics:new(1, []), 1, 5)),
    ?T(atomics:compare_exchange(atomics:new(1, []), 1, 0, 5)),
    ?T(atomics:compare_exchange(atomics:new(1, []), 1, 1, 5)),
    ?T(atomics:add(x, 1, 1)),
    ?T(atomics:sub_get(atomics:new(1, []), 1, 3)),
    ?T(persistent_term:get(no_such_key)),
    ?T(persistent_term:get(no_such_key, default)),
    ?T(persistent_term:put(k, {v, 1})),
    ?T(persistent_term:get(k)),
    ?T(persistent_term:erase(k)),
    ?T(persistent_term:erase(k)),
    ?T(persistent_term:get(a, b, c)),
    ok.

wrap(N) -> A = atomics:new(1, []), atomics:put(A, 1, N), atomics:add_get(A, 1, 1).
