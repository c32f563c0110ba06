%% shows that receive takes the first message that matches and leaves the others in order
-module(selective_receive).
-export([main/0]).

main() ->
    [self() ! M || M <- [{a, 1}, {b, 2}, c, {a, 3}, "s", {b, 4}, 5]],
    B1 = receive {b, X} -> X end,
    S = receive L when is_list(L) -> L end,
    N = receive I when is_integer(I), I > 4 -> I end,
    io:format("~w ~s ~w~n", [B1, S, N]),
    io:format("~w~n", [drain()]),
    self() ! last,
    io:format("~w~n", [receive not_there -> wrong after 0 -> nothing end]),
    io:format("~w~n", [receive Y -> Y end]),
    Self = self(),
    spawn(fun() -> [Self ! {n, K} || K <- lists:seq(1, 100)], Self ! done end),
    receive done -> ok end,
    io:format("~w~n", [[receive {n, K} -> K end || K <- lists:seq(100, 1, -1)] =:= lists:seq(100, 1, -1)]),
    ok.

drain() -> receive M -> [M | drain()] after 0 -> [] end.
