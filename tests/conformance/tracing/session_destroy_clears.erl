%% proves S3: destroying a session stops its tracing at once, messages already sent stay
%% needs: 27
-module(session_destroy_clears).
-export([main/0]).
-include("trace.hrl").

main() ->
    code:ensure_loaded(traced),
    T = tracer(), W = worker(),
    S = trace:session_create(s, T, []),
    trace:process(S, W, true, [call]),
    trace:function(S, {traced, ext, 1}, true, [local]),
    do(W, fun() -> traced:ext(1) end),
    delivered(S),
    true = trace:session_destroy(S),
    do(W, fun() -> traced:ext(2) end),
    S2 = trace:session_create(s2, T, []),
    io:format("~w ~w~n", [trace:info(S2, W, flags), trace:info(S2, {traced, ext, 1}, traced)]),
    trace:process(S2, W, true, [call]),
    do(W, fun() -> traced:ext(3) end),
    trace:function(S2, {traced, ext, 1}, true, [local]),
    do(W, fun() -> traced:ext(4) end),
    delivered(S2),
    print(events(T), [{W, w}]),
    ok.
