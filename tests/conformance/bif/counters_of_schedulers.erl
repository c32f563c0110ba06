%% shows counters that schedulers add to without sharing memory: what they are, and what they take
-module(counters_of_schedulers).
-include("../support/edge.hrl").

main() ->
    Counters = counters:new(3, [write_concurrency]),
    #{size := Size, memory := Memory} = counters:info(Counters),
    Rows = erlang:system_info(schedulers) + 1,
    ?T({Size, Memory > Rows * 3 * 8, Memory < Rows * 10 * 8 + 200}),
    Adders = [spawn_monitor(fun() -> add(Counters, 1000) end) || _ <- lists:seq(1, 20)],
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || {Pid, Ref} <- Adders],
    ?T([counters:get(Counters, Index) || Index <- [1, 2, 3]]),
    ?T(counters:put(Counters, 2, -5)),
    ?T(counters:put(Counters, 3, (1 bsl 63) - 1)),
    ?T(counters:add(Counters, 3, 2)),
    ?T([counters:get(Counters, Index) || Index <- [1, 2, 3]]),
    ?T(counters:get(Counters, 4)),
    ?T(counters:get(Counters, 0)),
    ?T(counters:add(Counters, 1, 1 bsl 64)),
    ?T(counters:put(Counters, 1, 1 bsl 63)),
    ?T(counters:put(Counters, 1, a)),
    ?T(counters:info(a)),
    ?T(counters:new(0, [write_concurrency])),
    ?T(counters:new(1 bsl 86, [write_concurrency])).

add(_, 0) -> ok;
add(Counters, N) ->
    counters:add(Counters, 1, 1),
    counters:sub(Counters, 2, 1),
    N rem 100 =:= 0 andalso erlang:yield(),
    add(Counters, N - 1).
