%% proves P21, S8: a process traced by another cannot be stolen, a dead one not traced; tracing ends with the tracer
%% reports: ignored
-module(legacy_own_process).
-export([main/0]).
-include("trace.hrl").

main() ->
    W = worker(), T = tracer(), T2 = tracer(),
    1 = erlang:trace(W, true, [send, {tracer, T}]),
    io:format("~w~n", [error_of(fun() -> erlang:trace(W, true, [send, {tracer, T2}]) end)]),
    M = monitor(process, T),
    exit(T, kill),
    receive {'DOWN', M, _, _, _} -> ok end,
    do(W, fun() -> ok end),
    io:format("~w~n", [erlang:trace_info(W, flags)]),
    io:format("~w~n", [erlang:trace(W, true, [send, {tracer, T2}])]),
    do(W, fun() -> ok end),
    delivered(legacy),
    io:format("~w~n", [[element(3, E) || E <- events(T2)]]),
    stop(W),
    io:format("~w ~w~n", [error_of(fun() -> erlang:trace(W, true, [send]) end), erlang:trace_info(W, flags)]),
    ok.
