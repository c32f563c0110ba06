%% shows that output of several processes that take turns comes in order
-module(output_order).
-export([main/0]).

main() ->
    Self = self(),
    Pids = [spawn_link(fun() -> turn(N, Self) end) || N <- lists:seq(1, 5)],
    [begin P ! {go, R}, receive done -> ok end end || R <- lists:seq(1, 3), P <- Pids],
    ok.

turn(N, Parent) ->
    receive {go, R} -> io:format("round ~w process ~w~n", [R, N]), Parent ! done, turn(N, Parent) end.
