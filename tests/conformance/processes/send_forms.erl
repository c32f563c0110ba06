%% shows !, erlang:send/2,3 with all kinds of receivers and their results
-module(send_forms).
-export([main/0]).

main() ->
    register(me, self()),
    io:format("~w ~w ~w~n", [self() ! 1, me ! 2, {me, node()} ! 3]),
    io:format("~w ~w~n", [erlang:send(self(), 4), erlang:send(me, 5, [noconnect])]),
    io:format("~w~n", [erlang:send(self(), 6, [nosuspend, noconnect])]),
    io:format("~w~n", [drain()]),
    io:format("~w ~w~n", [{no_one, node()} ! lost, spawn(fun() -> ok end) ! lost2]),
    F = fun(To) -> To ! via_fun end,
    F(self()),
    io:format("~w~n", [drain()]),
    io:format("~w~n", [[try G() catch error:R -> R end || G <- [fun() -> nobody ! 1 end, fun() -> 5 ! 1 end, fun() -> [] ! 1 end,
        fun() -> {a, b, c} ! 1 end, fun() -> erlang:send(self(), 1, [bad]) end, fun() -> erlang:send(self(), 1, x) end]]]),
    ok.

drain() -> receive M -> [M | drain()] after 0 -> [] end.
