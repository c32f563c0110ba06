%% shows that messages between two processes keep their order, through bursts from many senders
-module(message_order).
-export([main/0]).

main() ->
    Self = self(),
    [spawn(fun() -> [Self ! {K, N} || N <- lists:seq(1, 500)] end) || K <- lists:seq(1, 20)],
    Seen = collect(20 * 500, #{}),
    io:format("~w~n", [lists:all(fun(L) -> L =:= lists:seq(500, 1, -1) end, maps:values(Seen))]),
    io:format("~w~n", [map_size(Seen)]),
    Relay = spawn(fun() -> relay(Self) end),
    [Relay ! N || N <- lists:seq(1, 1000)],
    io:format("~w~n", [[receive M -> M end || _ <- lists:seq(1, 1000)] =:= lists:seq(1, 1000)]),
    ok.

collect(0, Seen) -> Seen;
collect(N, Seen) ->
    receive {K, V} -> collect(N - 1, maps:update_with(K, fun(L) -> [V | L] end, [V], Seen)) end.

relay(To) -> receive M -> To ! M, relay(To) end.
