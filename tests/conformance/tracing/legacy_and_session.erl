%% proves S2, S8: the legacy session and others trace the same process and function, each for itself
%% needs: 27
-module(legacy_and_session).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T1 = tracer(), T2 = tracer(), W = worker(),
    S = trace:session_create(s, T1, []),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, ext, 1}, true, [local]),
    erlang:trace(W, true, [call, arity, {tracer, T2}]),
    erlang:trace_pattern({traced, ext, 1}, true, [call_count]),
    do(W, fun() -> traced:ext(1) end),
    erlang:trace_pattern({traced, ext, 1}, true, [local]),
    do(W, fun() -> traced:ext(2) end),
    trace:function(S, {traced, ext, 1}, false, [local]),
    do(W, fun() -> traced:ext(3) end),
    delivered(S), delivered(legacy),
    io:format("session~n"), print(events(T1), [{W, w}]),
    io:format("legacy~n"), print(events(T2), [{W, w}]),
    io:format("~w ~w~n", [erlang:trace_info({traced, ext, 1}, call_count), trace:info(S, {traced, ext, 1}, call_count)]),
    io:format("~w~n", [trace:info(S, W, flags)]),
    trace:session_destroy(S),
    {flags, F} = erlang:trace_info(W, flags),
    io:format("~w~n", [lists:sort(F)]),
    ok.
