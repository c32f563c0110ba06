%% shows the three classes of exceptions as try sees them and as catch returns them
-module(classes).
-export([main/0]).

main() ->
    Raise = [fun() -> throw(ball) end, fun() -> exit(bye) end, fun() -> error(oops) end, fun() -> error(oops, [a]) end,
             fun() -> id(1) / id(0) end, fun() -> value end, fun() -> exit({a, b}) end, fun() -> throw({'EXIT', fake}) end],
    [io:format("~w~n", [try F() of V -> {of_part, V} catch C:R -> {C, R} end]) || F <- Raise],
    [io:format("~w~n", [short(catch F())]) || F <- Raise],
    io:format("~w~n", [try throw(x) catch x -> plain_throw end]),
    io:format("~w~n", [try try exit(y) catch throw:_ -> wrong; error:_ -> wrong end catch exit:R -> {outer, R} end]),
    ok.

short({'EXIT', {R, Stack}}) when is_list(Stack) -> {'EXIT', R, with_stack};
short(X) -> X.

id(X) -> X.
