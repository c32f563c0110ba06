%% shows a token passed a thousand rounds round a ring of fifty processes
-module(ring_of_processes).
-export([main/0]).

main() ->
    Last = lists:foldl(fun(_, Next) -> spawn_link(fun() -> member(Next) end) end, self(), lists:seq(1, 49)),
    Last ! {token, 0},
    io:format("~w~n", [rounds(1000, Last)]),
    ok.

member(Next) -> receive {token, N} -> Next ! {token, N + 1}, member(Next) end.

rounds(0, _) -> receive {token, N} -> N end;
rounds(K, First) -> receive {token, N} -> First ! {token, N + 1}, rounds(K - 1, First) end.
