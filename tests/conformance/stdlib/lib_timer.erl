%% shows timer: conversions, sleeping, sending and measuring
-module(lib_timer).
-include("../support/edge.hrl").

main() ->
    ?T(timer:seconds(2)),
    ?T(timer:minutes(1)),
    ?T(timer:hours(1)),
    ?T(timer:hms(1, 2, 3)),
    ?T(timer:sleep(0)),
    ?T(timer:sleep(-1)),
    ?T(timer:now_diff({1, 2, 3}, {1, 1, 3})),
    ?T(element(2, timer:tc(fun() -> done end))),
    ?T(element(2, timer:tc(fun(X) -> X end, [y]))),
    ?T(element(2, timer:tc(lists, reverse, [[1, 2]]))),
    ?T(element(1, timer:send_after(0, self(), hello))),
    ?T(receive hello -> got end),
    ?T(element(1, timer:apply_after(0, erlang, send, [self(), applied]))),
    ?T(receive applied -> got end),
    ?T(timer:send_after(-1, x)),
    ?T(timer:cancel(x)),
    ?T(timer:apply_after(a, m, f, [])),
    ?T(element(1, timer:send_interval(1, tick))),
    ?T([receive tick -> t end || _ <- [1, 2, 3]]),
    ?T(timer:exit_after(x, y)),
    ok.
