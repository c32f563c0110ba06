%% shows that erlang:yield lets others run, that busy processes are preempted, and that reductions grow
-module(yield_and_reductions).
-export([main/0]).

main() ->
    Self = self(),
    Flag = spawn(fun() -> Self ! ran end),
    Answer = spin_until(Flag, 0),
    io:format("~w~n", [Answer]),
    {reductions, R1} = process_info(self(), reductions),
    loop(100000),
    {reductions, R2} = process_info(self(), reductions),
    io:format("~w~n", [R2 - R1 >= 100000]),
    io:format("~w ~w~n", [erlang:yield(), erlang:bump_reductions(100)]),
    ok.

spin_until(P, N) when N < 100000000 ->
    receive ran -> preempted after 0 -> spin_until(P, N + 1) end.

loop(0) -> ok;
loop(N) -> loop(N - 1).
