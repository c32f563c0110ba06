%% proves P22: trace:delivered for one process, for all, and its errors
%% needs: 27
-module(delivered).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [send]),
    [do(W, fun() -> N end) || N <- lists:seq(1, 50)],
    R = trace:delivered(S, W),
    receive {trace_delivered, W, R} -> io:format("~w~n", [length(events(T))]) end,
    R2 = trace:delivered(S, all),
    receive {trace_delivered, all, R2} -> io:format("all~n") end,
    io:format("~w ~w~n", [is_reference(R), R =:= R2]),
    io:format("~w~n", [[error_of(fun() -> trace:delivered(S, X) end) || X <- [a, 1, new]]]),
    ok.
