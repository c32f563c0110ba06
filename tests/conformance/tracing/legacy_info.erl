%% proves S8, I1, I2: erlang:trace_info/2
-module(legacy_info).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    io:format("~w ~w~n", [erlang:trace_info(W, flags), erlang:trace_info(W, tracer)]),
    erlang:trace(W, true, [call, send, timestamp, {tracer, T}]),
    {flags, F} = erlang:trace_info(W, flags),
    io:format("~w~n", [lists:sort(F)]),
    io:format("~w~n", [[erlang:trace_info({traced, id, 1}, I) || I <- [traced, match_spec, call_count]]]),
    erlang:trace_pattern({traced, id, 1}, true, [local, call_count]),
    traced:id(x),
    io:format("~w~n", [[erlang:trace_info({traced, id, 1}, I) || I <- [traced, match_spec, call_count]]]),
    io:format("~w~n", [[erlang:trace_info(X, traced) || X <- [{traced, none, 0}, {no_such_module, f, 1}]]]),
    io:format("~w~n", [[error_of(fun() -> erlang:trace_info(X, Y) end) || {X, Y} <- [{a, flags}, {W, nonsense}, {{traced, id, 1}, flags}]]]),
    io:format("~w~n", [erlang:trace_info(new, flags)]),
    ok.
