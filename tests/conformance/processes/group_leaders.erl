%% shows that a child inherits the group leader, and changing it, also for another process
-module(group_leaders).
-export([main/0]).

main() ->
    GL = group_leader(),
    Self = self(),
    spawn(fun() -> Self ! {gl, group_leader() =:= GL} end),
    receive {gl, X} -> io:format("~w~n", [X]) end,
    Other = spawn(fun() -> receive stop -> ok end end),
    P = spawn(fun() -> receive go -> Self ! {mine, group_leader() =:= Other} end end),
    io:format("~w~n", [group_leader(Other, P)]),
    io:format("~w~n", [process_info(P, group_leader) =:= {group_leader, Other}]),
    P ! go,
    receive {mine, Y} -> io:format("~w~n", [Y]) end,
    true = group_leader(Other, self()),
    spawn(fun() -> Self ! {child, group_leader() =:= Other} end),
    Z = receive {child, C} -> C end,
    true = group_leader(GL, self()),
    io:format("~w~n", [Z]),
    io:format("~w~n", [[try F() catch error:R -> R end || F <- [fun() -> group_leader(a, self()) end, fun() -> group_leader(GL, b) end]]]),
    ok.
