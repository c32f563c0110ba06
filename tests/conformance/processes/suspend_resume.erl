%% shows suspend_process and resume_process: nested counts, a suspended process still gets messages
-module(suspend_resume).
-export([main/0]).

main() ->
    Self = self(),
    P = spawn(fun Loop() -> receive {ping, N} -> Self ! {pong, N}, Loop() end end),
    P ! {ping, 1},
    receive {pong, 1} -> ok end,
    io:format("~w ~w~n", [erlang:suspend_process(P), process_info(P, status)]),
    P ! {ping, 2},
    io:format("~w ~w~n", [receive {pong, 2} -> pong after 50 -> quiet end, process_info(P, message_queue_len)]),
    io:format("~w~n", [erlang:suspend_process(P)]),
    io:format("~w~n", [erlang:resume_process(P)]),
    io:format("~w~n", [receive {pong, 2} -> pong after 50 -> quiet end]),
    io:format("~w~n", [erlang:resume_process(P)]),
    io:format("~w~n", [receive {pong, 2} -> pong end]),
    io:format("~w~n", [erlang:suspend_process(P, [unless_suspending])]),
    io:format("~w~n", [erlang:suspend_process(P, [unless_suspending])]),
    io:format("~w~n", [erlang:resume_process(P)]),
    Bad = [fun() -> erlang:resume_process(P) end, fun() -> erlang:suspend_process(self()) end, fun() -> erlang:suspend_process(a) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
