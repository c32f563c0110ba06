%% shows exceptions of scheduled calls, and calls that cannot be scheduled
-module(nif_scheduled_errors).
-export([main/0]).

main() ->
    [show(fun() -> nif_running:later(Kind, Reason) end)
     || Kind <- [0, 1, 2], Reason <- [badarg, {some, "reason"}, [x, 1.5, <<"bytes">>]]],
    [show(fun() -> nif_running:later(Kind, x) end) || Kind <- [3, 4, -1, 1 bsl 20]].

show(F) -> io:format("~p~n", [try F() catch C:R -> {C, R} end]).
