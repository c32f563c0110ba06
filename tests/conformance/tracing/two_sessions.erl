%% proves S2: one process and one function traced by two sessions with tracers of their own
%% needs: 27
-module(two_sessions).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T1 = tracer(), T2 = tracer(), W = worker(), V = worker(),
    S1 = trace:session_create(one, T1, []),
    S2 = trace:session_create(two, T2, []),
    1 = trace:process(S1, W, true, [call]),
    1 = trace:process(S2, W, true, [call, arity]),
    1 = trace:process(S2, V, true, [call]),
    1 = trace:function(S1, {traced, ext, 1}, true, [local]),
    3 = trace:function(S2, {traced, ext, '_'}, true, []) + trace:function(S2, {traced, fact, 1}, true, [local]),
    Run = fun(N) -> do(W, fun() -> traced:ext(N) end), do(V, fun() -> traced:ext(N * 10) end), do(W, fun() -> traced:fact(1) end) end,
    Show = fun(Title) ->
        delivered(S1), delivered(S2),
        io:format("~s~n", [Title]),
        [begin io:format(" ~w~n", [N]), print(events(T), [{W, w}, {V, v}]) end || {N, T} <- [{one, T1}, {two, T2}]]
    end,
    Run(1),
    Show("both"),
    trace:function(S2, {traced, '_', '_'}, false, []),
    Run(2),
    Show("second without global patterns"),
    trace:session_destroy(S2),
    Run(3),
    delivered(S1),
    io:format("only the first~n"),
    print(events(T1), [{W, w}]),
    io:format("~w~n", [events(T2)]),
    ok.
