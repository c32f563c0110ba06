%% proves S7, P21, S8: a tracer that is dead already is no error and has no effect; one that dies is forgotten; nobody traces himself;
%% one tracer for each process in the legacy session
%% reports: ignored
%% needs: 27
-module(dead_tracers).
-export([main/0, f/1]).
-include("trace.hrl").

f(X) -> X.

main() ->
    {Dead, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    S = trace:session_create(dead, Dead, []),
    W = worker(),
    io:format("~w ~w~n", [trace:process(S, W, true, [call]), trace:info(S, W, flags)]),
    io:format("~w ~w~n", [trace:info(S, W, tracer), trace:process(S, new, true, [call])]),
    io:format("~w ~w~n", [trace:info(S, new, flags), trace:info(S, new, tracer)]),
    io:format("~w~n", [trace:info(S, worker(), flags)]),
    io:format("~w~n", [error_of(fun() -> trace:process(S, Dead, true, [call]) end)]),
    io:format("~w~n", [trace:process(S, all, true, [call]) > 3]),
    io:format("~w~n", [trace:function(S, {?MODULE, f, 1}, true, [meta])]),
    f(1),
    io:format("~w~n", [trace:info(S, {?MODULE, f, 1}, meta)]),
    true = trace:session_destroy(S),
    %% A tracer may be named as tracee: it is counted, and tells nothing.
    Own = trace:session_create(own, self(), []),
    io:format("~w ~w~n", [trace:process(Own, self(), true, [call]), trace:info(Own, self(), flags)]),
    1 = trace:function(Own, {?MODULE, f, 1}, true, [local]),
    f(2),
    delivered(Own),
    io:format("~w~n", [receive Message -> Message after 0 -> none end]),
    true = trace:session_destroy(Own),
    %% The legacy session.
    T = tracer(),
    io:format("~w~n", [erlang:trace(self(), true, [call, {tracer, self()}])]),
    io:format("~w~n", [erlang:trace(W, true, [call, {tracer, T}])]),
    io:format("~w~n", [error_of(fun() -> erlang:trace(W, true, [send]) end)]),
    io:format("~w ~w~n", [erlang:trace_info(W, flags), erlang:trace(W, false, [send])]),
    Ended = monitor(process, T),
    exit(T, kill),
    receive {'DOWN', Ended, _, _, _} -> ok end,
    io:format("~w ~w~n", [erlang:trace_info(W, flags), erlang:trace_info(W, tracer)]),
    io:format("~w ~w~n", [erlang:trace(W, true, [send]), erlang:trace_info(W, flags)]),
    1 = erlang:trace(W, false, [all]).
