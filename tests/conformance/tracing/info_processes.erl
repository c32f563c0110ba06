%% proves I1: what trace:info says about processes
%% needs: 27
-module(info_processes).
-export([main/0]).
-include("trace.hrl").

main() ->
    T = tracer(), W = worker(), V = worker(),
    S = trace:session_create(s, T, []),
    Look = fun(P) -> {flags, F} = trace:info(S, P, flags), {tracer, X} = trace:info(S, P, tracer), io:format("~w ~w~n", [lists:sort(F -- [scheduler_id]), name(X, T)]) end,
    Look(W),
    trace:process(S, W, true, [call, send, arity, timestamp]),
    Look(W),
    trace:process(S, W, true, ['receive']),
    trace:process(S, W, false, [send]),
    Look(W),
    trace:process(S, W, true, [all]),
    Look(W),
    Look(V),
    trace:process(S, new, true, [procs]),
    Look(new),
    Look(new_processes),
    trace:process(S, new, false, [all]),
    Look(new),
    stop(V),
    io:format("~w~n", [error_of(fun() -> trace:info(S, V, flags) end)]),
    io:format("~w~n", [error_of(fun() -> trace:info(S, W, nonsense) end)]),
    ok.

name(T, T) -> tracer;
name(X, _) -> X.
