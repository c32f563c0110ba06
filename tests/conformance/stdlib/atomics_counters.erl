%% shows atomics and counters, used by many processes at once
-module(atomics_counters).
-export([main/0]).

main() ->
    A = atomics:new(3, [{signed, true}]),
    io:format("~w ~w~n", [atomics:add_get(A, 1, 5), atomics:get(A, 2)]),
    io:format("~w ~w~n", [atomics:compare_exchange(A, 1, 5, 9), atomics:compare_exchange(A, 1, 5, 7)]),
    io:format("~w ~w~n", [atomics:exchange(A, 2, -4), atomics:sub_get(A, 2, 1)]),
    io:format("~w~n", [maps:get(size, atomics:info(A))]),
    C = counters:new(2, [write_concurrency]),
    Self = self(),
    [spawn(fun() -> [begin counters:add(C, 1, 1), atomics:add(A, 3, 2) end || _ <- lists:seq(1, 1000)], Self ! done end) || _ <- lists:seq(1, 10)],
    [receive done -> ok end || _ <- lists:seq(1, 10)],
    io:format("~w ~w~n", [counters:get(C, 1), atomics:get(A, 3)]),
    U = atomics:new(1, [{signed, false}]),
    io:format("~w~n", [atomics:sub_get(U, 1, 1)]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> atomics:get(A, 0) end, fun() -> atomics:get(A, 4) end,
        fun() -> atomics:put(A, 1, 1 bsl 64) end, fun() -> counters:get(x, 1) end]]]),
    ok.
