%% shows that messages survive garbage collections of a busy receiver, and that its heap shrinks again
-module(garbage_and_mailbox).
-export([main/0]).

main() ->
    Self = self(),
    [Self ! {data, N, lists:seq(1, N rem 50), <<N:64>>} || N <- lists:seq(1, 2000)],
    work(200),
    erlang:garbage_collect(),
    Sum = lists:sum([receive {data, N, L, <<N:64>>} -> length(L) + N end || N <- lists:seq(1, 2000)]),
    io:format("~w~n", [Sum]),
    _ = length(lists:seq(1, 500000)),
    {total_heap_size, Before} = process_info(self(), total_heap_size),
    erlang:garbage_collect(),
    {total_heap_size, After} = process_info(self(), total_heap_size),
    io:format("~w~n", [After =< Before]),
    P = spawn(fun() -> receive stop -> ok end end),
    io:format("~w~n", [erlang:garbage_collect(P)]),
    io:format("~w~n", [try erlang:garbage_collect(a) catch error:R -> R end]),
    ok.

work(0) -> ok;
work(N) -> _ = lists:reverse(lists:seq(1, 1000)), work(N - 1).
