%% shows bad timeout values in receive, and the longest good one
-module(timeouts).
-export([main/0]).
-include("stack.hrl").

main() ->
    [io:format("~w~n", [try wait(T) catch C:R:S -> {C, R, hd(frames(S))} end]) || T <- [0, -1, a, 1.0, 1 bsl 32, 1 bsl 70, [], infinity_, 1]],
    self() ! wake,
    io:format("~w~n", [receive wake -> woken after 16#FFFFFFFF -> timeout end]),
    self() ! wake,
    io:format("~w~n", [receive wake -> woken after infinity -> timeout end]),
    ok.

wait(T) ->
    receive
        never -> got
    after T ->
        timeout
    end.
