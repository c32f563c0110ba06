%% proves S8: the tracer option, and that a process has one legacy tracer only
-module(legacy_tracer).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    io:format("~w~n", [erlang:trace(W, true, [call, arity, {tracer, T}])]),
    erlang:trace_pattern({traced, ext, 1}, [], [local]),
    do(W, fun() -> traced:ext(1) end),
    delivered(legacy),
    print(events(T), [{W, w}]),
    io:format("~w~n", [erlang:trace_info(W, tracer) =:= {tracer, T}]),
    io:format("~w~n", [error_of(fun() -> erlang:trace(W, true, [send]) end)]),
    io:format("~w~n", [erlang:trace(W, true, [send, {tracer, T}])]),
    Bad = [fun() -> erlang:trace(W, true, [{tracer, a}]) end, fun() -> erlang:trace(T, true, [call, {tracer, T}]) end,
           fun() -> erlang:trace(self(), true, [call]) end, fun() -> erlang:trace(W, yes, [call]) end, fun() -> erlang:trace(W, true, [x]) end],
    io:format("~w~n", [[error_of(F) || F <- Bad]]),
    ok.
