%% shows alias/0,1 and unalias/1: sending to a reference, one reply only, and after the alias is gone
-module(aliases).
-export([main/0]).

main() ->
    A = alias(),
    A ! one,
    A ! two,
    io:format("~w~n", [[receive X -> X end || _ <- [1, 2]]]),
    io:format("~w~n", [unalias(A)]),
    A ! three,
    io:format("~w ~w~n", [receive three -> got after 20 -> nothing end, unalias(A)]),
    B = alias([reply]),
    B ! first,
    B ! second,
    io:format("~w~n", [[receive X -> X after 20 -> nothing end || _ <- [1, 2]]]),
    C = alias([explicit_unalias]),
    Self = self(),
    Pids = [spawn(fun() -> C ! {N, self()}, Self ! {plain, N} end) || N <- lists:seq(1, 5)],
    io:format("~w~n", [[receive {N, P} when P =/= N, is_pid(P) -> {N, lists:nth(N, Pids) =:= P} end || N <- lists:seq(1, 5)]]),
    io:format("~w~n", [make_ref() ! to_nobody]),
    io:format("~w~n", [try alias([nonsense]) catch error:R -> R end]),
    ok.
