%% proves F6: counting, starting again, pausing, going on, turning off; counts need no process flag
%% needs: 27
-module(call_count).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    S = trace:session_create(s, tracer(), []),
    Mfa = {traced, fact, 1},
    Count = fun() -> trace:info(S, Mfa, call_count) end,
    io:format("~w~n", [Count()]),
    io:format("~w ~w~n", [trace:function(S, Mfa, true, [call_count]), Count()]),
    traced:fact(9),
    io:format("~w~n", [Count()]),
    traced:fact(0),
    io:format("~w~n", [Count()]),
    trace:function(S, Mfa, pause, [call_count]),
    traced:fact(100),
    io:format("~w~n", [Count()]),
    trace:function(S, Mfa, restart, [call_count]),
    io:format("~w~n", [Count()]),
    traced:fact(4),
    io:format("~w~n", [Count()]),
    trace:function(S, Mfa, true, [call_count]),
    io:format("~w~n", [Count()]),
    traced:tail(5),
    io:format("~w ~w~n", [Count(), trace:info(S, {traced, tail, 1}, call_count)]),
    io:format("~w ~w~n", [trace:function(S, Mfa, false, [call_count]), Count()]),
    io:format("~w~n", [trace:info(S, {traced, none, 1}, call_count)]),
    ok.
