%% shows send_after, start_timer, read_timer, cancel_timer, and their results
-module(timers_basic).
-export([main/0]).

main() ->
    R1 = erlang:send_after(10, self(), {hello, 1}),
    receive {hello, 1} -> io:format("hello~n") end,
    R2 = erlang:start_timer(10, self(), payload),
    receive {timeout, R2, P} -> io:format("~w~n", [P]) end,
    io:format("~w ~w~n", [erlang:cancel_timer(R1), erlang:read_timer(R2)]),
    R3 = erlang:send_after(100000, self(), never),
    Left = erlang:read_timer(R3),
    io:format("~w~n", [Left > 50000 andalso Left =< 100000]),
    Left2 = erlang:cancel_timer(R3),
    io:format("~w ~w~n", [is_integer(Left2), erlang:cancel_timer(R3)]),
    io:format("~w~n", [erlang:cancel_timer(erlang:start_timer(50000, self(), x), [{info, false}])]),
    R4 = erlang:start_timer(50000, self(), x),
    io:format("~w~n", [erlang:cancel_timer(R4, [{async, true}])]),
    receive {cancel_timer, R4, L} -> io:format("~w~n", [is_integer(L)]) end,
    io:format("~w~n", [receive {timeout, _, _} -> fired after 20 -> none end]),
    Bad = [fun() -> erlang:send_after(-1, self(), x) end, fun() -> erlang:send_after(a, self(), x) end, fun() -> erlang:cancel_timer(a) end,
           fun() -> erlang:send_after(1, "x", x) end, fun() -> erlang:start_timer(1 bsl 70, self(), x) end],
    io:format("~w~n", [[try F() catch error:R -> R end || F <- Bad]]),
    ok.
