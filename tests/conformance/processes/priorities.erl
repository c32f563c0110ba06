%% shows that processes of all priorities make progress beside busy ones of low priority
-module(priorities).
-export([main/0]).

main() ->
    Self = self(),
    Busy = [spawn_opt(fun() -> spin(0) end, [{priority, low}]) || _ <- lists:seq(1, 6)],
    Pids = [spawn_opt(fun() -> Self ! {P, count(2000, 0)} end, [{priority, P}]) || P <- [normal, high, low]],
    io:format("~w~n", [[receive {P, N} -> {P, N} end || P <- [high, normal, low]]]),
    io:format("~w~n", [length(Pids)]),
    [exit(B, kill) || B <- Busy],
    ok.

spin(N) -> spin(N + 1).

count(0, Acc) -> Acc;
count(N, Acc) -> count(N - 1, Acc + length(lists:seq(1, 10))).
