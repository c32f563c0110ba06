%% shows a million exceptions raised and caught in a loop, with deep stacks between, without losing memory or order
-module(loops_with_try).
-export([main/0]).

main() ->
    io:format("~w~n", [loop(200000, 0)]),
    io:format("~w~n", [lists:sum([unwind(N) || N <- lists:seq(1, 300)])]),
    io:format("~w~n", [collect(lists:seq(1, 10))]),
    ok.

loop(0, Acc) -> Acc;
loop(N, Acc) -> loop(N - 1, try raise(N rem 4) catch throw:V -> Acc + V; error:_ -> Acc + 10; exit:_ -> Acc + 100 end).

raise(0) -> throw(1);
raise(1) -> error(e);
raise(2) -> exit(x);
raise(3) -> throw(2).

unwind(N) -> try down(N) catch throw:depth -> N end.

down(0) -> throw(depth);
down(N) -> [down(N - 1)].

collect(L) -> [try if X rem 3 =:= 0 -> throw({multiple, X}); true -> X end catch {multiple, Y} -> -Y end || X <- L].
